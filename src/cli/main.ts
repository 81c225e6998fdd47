#!/usr/bin/env node
// This file must load on any Node, to say that it is too old: it imports nothing else before it has looked.
import { readFileSync } from 'node:fs';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const isFit = major >= 24 || (major === 22 && minor >= 19);
const [first, ...others] = process.argv.slice(2);

if (!isFit) {
  const { tooOld } = await import('./too-old.ts');
  process.stderr.write(`${tooOld(process.version)}\n`);
  process.exitCode = 1;
} else if ((first === '--version' || first === '-V') && others.length === 0) {
  // Without loading anything: asked often, by scripts.
  process.stdout.write(`${readVersion()}\n`);
} else {
  // What Node has to say about itself, already while it loads the rest, is nothing to its users.
  process.removeAllListeners('warning');
  process.on('warning', () => undefined);
  const { start } = await import('./start.ts');
  await start(readVersion());
}

function readVersion(): string {
  return JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version;
}

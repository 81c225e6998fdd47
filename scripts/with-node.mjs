// Runs a program on a fit Node: `node scripts/with-node.mjs PROGRAM ARGS…`. The present Node if it is fit, else the
// pinned one under .tools, fetched first if need be. Without a program it only sees to it that there is one.
// This file and those it imports run on Node 18 and newer.
import { existsSync, realpathSync } from 'node:fs';
import { basename, delimiter, dirname, join } from 'node:path';
import { isFit, pinnedNode } from './pinned-node.mjs';
import { endLike, runChild } from './run-child.mjs';
import { NoNodeError } from './sentences.mjs';

/** The environment in which `node` means this one, also to the children of children. @param {string} node */
function environmentFor(node) {
  const key = Object.keys(process.env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH';
  const path = process.env[key] ?? '';
  const first = path
    .split(delimiter)
    .map((folder) => join(folder, basename(node)))
    .find(existsSync);
  if (first !== undefined && realpathSync(first) === realpathSync(node)) return process.env;
  return { ...process.env, [key]: [dirname(node), path].join(delimiter) };
}

try {
  const node = isFit(process.version) ? process.execPath : await pinnedNode();
  const command = process.argv.slice(2);
  if (command.length > 0) {
    const env = environmentFor(node);
    const { code, signal } = await runChild(node, command, { stdio: 'inherit', env });
    endLike(code, signal);
  }
} catch (error) {
  if (!(error instanceof NoNodeError)) throw error;
  if (error.signal === null) process.stderr.write(`${error.message}\n`);
  endLike(1, error.signal);
}

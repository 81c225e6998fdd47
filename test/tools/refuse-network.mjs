// Loaded with `--import` into a process under test: refuses every way out, and writes down who tried.

import dgram from 'node:dgram';
import dns from 'node:dns';
import { appendFileSync } from 'node:fs';
import net from 'node:net';

const LOG = process.env['REFUSED_LOG'] ?? '';

/** @param {string} what */
function refuse(what) {
  appendFileSync(LOG, `${what}\n`);
  return new Error(`No way out: ${what}`);
}

const connect = net.Socket.prototype.connect;

/**
 * @this {net.Socket}
 * @param {any[]} args
 */
function guardedConnect(...args) {
  const [first] = Array.isArray(args[0]) ? args[0] : args;
  const path = typeof first === 'object' ? first?.path : first;
  // The owner's own socket is a file.
  if (typeof path === 'string' && path.startsWith('/')) return Reflect.apply(connect, this, args);
  const { host = 'localhost', port = first } = typeof first === 'object' ? first : {};
  this.destroy(refuse(`connect ${host}:${port}`));
  return this;
}

Object.assign(net.Socket.prototype, { connect: guardedConnect });
Object.assign(dns, {
  /** @param {string} name @param {unknown} _options @param {(error: Error) => void} done */
  lookup: (name, _options, done) => done(refuse(`lookup ${name}`)),
});
Object.assign(dgram, {
  createSocket: () => {
    throw refuse('datagram');
  },
});

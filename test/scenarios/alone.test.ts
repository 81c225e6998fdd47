import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startRawServer } from '../fake-models/raw-server.ts';
import { createProcessHome, eventsOf, turnEndOf } from '../tools/process-home.ts';
import { createRuntimeBed } from './runtime-bed.ts';

/** Every connection that this process begins, and where it led. */
function watchConnections(): string[] {
  const hosts: string[] = [];
  const note = (message: unknown) => {
    const { socket } = message as { socket: Socket };
    socket.once('connect', () => hosts.push(socket.remoteAddress ?? 'a socket file'));
    socket.once('error', () => hosts.push('nowhere'));
  };
  subscribe('net.client.socket', note);
  onTestFinished(() => void unsubscribe('net.client.socket', note));
  return hosts;
}

describe('UO10 a machine without internet', () => {
  test('works with the offline model, tools included, and begins no connection', async () => {
    const hosts = watchConnections();
    const bed = await createRuntimeBed({ set: ['models.default=offline/offline'] });

    const { end } = await bed.turn('write hello to note.txt');

    expect(end).toMatchObject({ outcome: 'done', toolCalls: 1 });
    expect(bed.read('note.txt')).toContain('hello');
    expect(hosts).toEqual([]);
  });

  test('works with a model of its own, and reaches nothing but that', async () => {
    const server = await startRawServer((_, response) => {
      const chunk = { choices: [{ index: 0, delta: { content: 'local' }, finish_reason: 'stop' }] };
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(`data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`);
    });
    onTestFinished(server.stop);
    const hosts = watchConnections();
    const provider = { type: 'openai-compatible', baseUrl: `${server.url}/v1` };
    const bed = await createRuntimeBed({
      set: ['models.default=mine/m', `providers.mine=${JSON.stringify(provider)}`],
    });

    const { reply } = await bed.turn('hi');

    expect(reply).toBe('local');
    expect(new Set(hosts)).toEqual(new Set(['127.0.0.1']));
  });
});

describe('UO7 UO9 R8 a clean machine', () => {
  test('answers with nothing on PATH but Node and sh: no compiler, no npm, no registry, no key', async () => {
    const home = createProcessHome();
    const bin = join(home.root, 'bin');
    writeFileSync(join(home.workspace, 'found.txt'), '');
    mkdirSync(bin);
    symlinkSync(process.execPath, join(bin, 'node'));
    symlinkSync('/bin/sh', join(bin, 'sh'));
    // Whoever tries to fetch something fails at once.
    const dead = 'http://127.0.0.1:9';
    const variables = { PATH: bin, npm_config_registry: dead, HTTPS_PROXY: dead, HTTP_PROXY: dead };

    const end = await home.run(['run', '--json', 'list the files'], { variables });
    const greeting = await home.run(['run', 'hi'], { variables });
    const doctor = await home.run(['doctor', '--json'], { variables });

    expect(end).toMatchObject({ exitCode: 0, stderr: '' });
    expect(eventsOf(end)).toContainEqual(
      expect.objectContaining({ type: 'reply', text: expect.stringContaining('found.txt') }),
    );
    expect(turnEndOf(end)).toMatchObject({ outcome: 'done', usage: { costUsd: 0 } });
    expect(greeting.stdout).toContain('offline model');
    expect(doctor.stdout).toContain('offline');
  }, 60_000);

  test('needs no install script of any package', () => {
    const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
      packages: Record<string, { hasInstallScript?: boolean; dev?: boolean; optional?: boolean }>;
    };

    const scripted = Object.entries(packages).filter(
      ([, { hasInstallScript, dev, optional }]) => hasInstallScript && !dev && !optional,
    );

    expect(readFileSync('.npmrc', 'utf8')).toContain('ignore-scripts=true');
    expect(scripted.map(([name]) => name)).toEqual([]);
  });
});

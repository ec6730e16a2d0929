// Whether a daemon is found or started, and what is said when it cannot be.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ownIdentity } from '../../base/processes/processIdentity.ts';
import { type Instance, writeInstance } from '../instances/discovery.ts';
import { localAddress } from '../instances/localAddress.ts';
import { attach, attachToRunning, type WantedDaemon } from './attach.ts';

let state: string;
const servers: Server[] = [];
beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), 'binnacle-attach-'));
});
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
  rmSync(state, { recursive: true, force: true });
});

const wanted = (program?: string): WantedDaemon => ({ state, build: 'b', project: '/shop', program });

test('a daemon that listens is attached to, past others whose socket is dead', async () => {
  const socket = localAddress(state, 7);
  await listen(socket);
  written({ pid: 1, socket: join(state, 'dead.sock'), projects: [{ path: '/shop' }] });
  written({ pid: 7, socket });
  const attached = await attachToRunning(wanted());
  expect(attached?.instance.pid).toBe(7);
  attached?.socket.destroy();
});

test('when none runs and none may be started, that is said', async () => {
  await expect(attach(wanted())).rejects.toMatchObject({ code: 'daemon_unavailable', next: expect.stringContaining('binnacle serve') });
});

test('a daemon that ends while it starts is reported with its last words', async () => {
  const program = join(state, 'broken.cjs');
  writeFileSync(program, 'throw new TypeError("the disk is on fire");');
  await expect(attach(wanted(program))).rejects.toMatchObject({
    code: 'daemon_unavailable',
    message: expect.stringContaining('TypeError: the disk is on fire'),
  });
});

test('many at once start one', async () => {
  const program = join(state, 'daemon.cjs');
  const count = join(state, 'count');
  const instance = JSON.stringify(anInstance({ socket: localAddress(state, 9) }));
  writeFileSync(
    program,
    `const fs = require('fs'); fs.appendFileSync(${JSON.stringify(count)}, 'x'); const instance = ${instance};
     require('net').createServer((s) => s.on('close', () => process.exit())).listen(instance.socket, () => {
       fs.mkdirSync(${JSON.stringify(join(state, 'instances'))}, { recursive: true });
       fs.writeFileSync(${JSON.stringify(join(state, 'instances'))} + '/' + process.pid + '.json', JSON.stringify({ ...instance, pid: process.pid }));
     });`,
  );
  const attached = await Promise.all(Array.from({ length: 8 }, () => attach(wanted(program))));
  expect(new Set(attached.map(({ instance: { pid } }) => pid)).size).toBe(1);
  expect(readFileSync(count, 'utf8')).toBe('x');
  for (const { socket } of attached) socket.destroy();
});

function listen(address: string): Promise<void> {
  const server = createServer();
  servers.push(server);
  return new Promise((resolve) => server.listen(address, resolve));
}

function written(instance: Partial<Instance>): void {
  writeInstance(state, anInstance(instance));
}

function anInstance(instance: Partial<Instance>): Instance {
  return { ...ownIdentity(), version: '1', build: 'b', since: '', url: '', port: 1, key: 'k', socket: '', background: true, projects: [], ...instance };
}

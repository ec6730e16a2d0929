// The debug adapter for Node, started as a person or an editor starts it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { seconds } from '../../src/base/waiting/duration.ts';
import { DapClient } from '../../src/wire/dapClient.ts';
import { binnacle, type Home, run, temporaryHome } from '../support/builtProgram.ts';

let home: Home;
beforeAll(async () => {
  home = await temporaryHome();
});
afterAll(() => home[Symbol.asyncDispose]());

const silent = { event: () => {}, reverseRequest: () => Promise.reject(new Error('unknown')), trouble: () => {}, closed: () => {} };
const signal = () => AbortSignal.timeout(seconds(30));

test('binnacle dap node speaks the protocol over stdio and ends with its client', async () => {
  const child = spawn(process.execPath, [binnacle, 'dap', 'node'], { env: home.environment, stdio: ['pipe', 'pipe', 'inherit'] });
  const client = new DapClient({ input: child.stdout, output: child.stdin }, silent);
  expect(await client.request('initialize', { adapterID: 'node' }, signal())).toMatchObject({ supportsLogPoints: true, supportsConditionalBreakpoints: true });
  await expect(client.request('dance', undefined, signal())).rejects.toThrow('The Node adapter does not know the request "dance".');
  await expect(client.request('launch', { program: 7 }, signal())).rejects.toThrow(/arguments of launch are not right[\s\S]*program/);
  await expect(client.request('launch', {}, signal())).rejects.toThrow('A launch needs "program"');
  await expect(client.request('stackTrace', { threadId: 1 }, signal())).rejects.toThrow('Nothing is debugged in this session yet');
  const ended = once(child, 'exit');
  child.stdin.end();
  expect(await ended).toEqual([0, null]);
});

test('with --port it serves each connection, and says which port that is', async () => {
  const child = spawn(process.execPath, [binnacle, 'dap', 'node', '--port', '0'], { env: home.environment, stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const [line] = await once(child.stdout, 'data');
    const { port } = z.object({ port: z.number() }).parse(JSON.parse(String(line)));
    for (let turn = 0; turn < 2; turn++) {
      const socket = connect(port, '127.0.0.1');
      const client = new DapClient({ input: socket, output: socket }, silent);
      expect(await client.request('initialize', {}, signal())).toMatchObject({ supportsSetVariable: true });
      socket.destroy();
    }
  } finally {
    child.kill();
  }
});

test('another runtime, and a port that is none, are refused with what there is', async () => {
  const refused = (...words: string[]) => run([process.execPath, binnacle, 'dap', ...words], { environment: home.environment, bound: seconds(60) });
  const python = await refused('python');
  expect(python.code).toBe(1);
  expect(python.stderr).toContain('Allowed choices are node');
  const port = await refused('node', '--port', 'x');
  expect(port.code).toBe(2);
  expect(port.stderr).toContain('--port <number>');
});

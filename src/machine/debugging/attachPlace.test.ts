// Where a debugger attaches is what was permitted, in whatever words its arguments say it.
import { createServer, type Server } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hostWritten } from '../http/hostAddresses.ts';
import { Processes } from '../processes/processes.ts';
import { attachIntent } from './attachIntent.ts';
import { attachPlaceIn, checkedPlaces, childAddress, pinned } from './attachPlace.ts';

const { signal } = new AbortController();
const processes = new Processes({ started: () => {}, ended: () => {} });
const anywhere = { refusal: () => undefined, isOurs: () => false };
let server: Server;
let port: number;
beforeAll(async () => {
  server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
});
afterAll(() => server.close());

test.each([
  ['127.1', '127.0.0.1'],
  ['0x7f.1', '127.0.0.1'],
  ['0', '0.0.0.0'],
  ['127.0.0.1.', '127.0.0.1'],
  ['[::ffff:127.0.0.1]', '::ffff:7f00:1'],
  ['::ffff:127.0.0.1', '::ffff:7f00:1'],
  ['0:0:0:0:0:0:0:1', '::1'],
  ['fe80::1%eth0', 'fe80::1%eth0'],
  ['LocalHost', 'localhost'],
  ['１２７.０.０.１', '127.0.0.1'],
  ['build.example:80', undefined],
  ['person@build.example', undefined],
  ['build.example/path', undefined],
  ['build example', undefined],
  ['', undefined],
])('the host %s is %s', (text, host) => {
  expect(hostWritten(text)).toBe(host);
});

test('arguments of debuggers say where they attach in several ways', () => {
  expect(attachPlaceIn({ processId: '12', port: 9229 }, 9229)).toEqual({ processId: 12 });
  expect(attachPlaceIn({ address: 'a.example', host: 'b.example', port: '80' }, 9229)).toEqual({ host: 'b.example', port: 80 });
  expect(attachPlaceIn({ address: 'a.example' }, 9229)).toEqual({ host: 'a.example', port: 9229 });
  expect(attachPlaceIn({ connect: { host: 'a.example', port: 5678 }, host: 'b.example' }, undefined)).toEqual({ host: 'a.example', port: 5678 });
  expect(attachPlaceIn({ program: '/usr/bin/ssh-agent', waitFor: true }, undefined)).toBeUndefined();
});

test('a name is asked for once, and the address that was checked is written in its place', async () => {
  const answers = [['8.8.8.8'], ['127.0.0.1']];
  const resolve = async () => answers.shift() ?? [];
  const intent = await attachIntent({ host: 'Build.Example', port: 5678 }, processes);
  expect(intent).toMatchObject({ host: 'build.example', isLoopback: false });
  const checked = await checkedPlaces([intent], { hosts: anywhere, resolve, processes }, signal);
  expect(await pinned({ connect: { host: 'Build.Example', port: 5678 }, host: '127.0.0.1' }, undefined, checked, signal)).toEqual({
    connect: { host: '8.8.8.8', port: 5678 },
  });
  expect(
    await pinned({ address: 'build.example', port: 5678, processId: '1-inspector9229', websocketAddress: 'ws://127.0.0.1' }, 9229, checked, signal),
  ).toEqual({
    host: '8.8.8.8',
    address: '8.8.8.8',
    port: 5678,
  });
  expect(await pinned({ pid: 12, connect: { host: 'other.example', port: 1 } }, undefined, checked, signal)).toEqual({ pid: 12 });
  // Written anew between the question and the start.
  await expect(pinned({ address: '127.0.0.1', port: 5678 }, 9229, checked, signal)).rejects.toMatchObject({ code: 'cannot_debug' });
  expect(answers).toEqual([['127.0.0.1']]);
});

test('of several addresses the one at which somebody listens', async () => {
  const checked = await checkedPlaces(
    [{ kind: 'port', host: 'localhost', port, isLoopback: true, whose: 'started' }],
    { hosts: anywhere, resolve: async () => ['::1', '127.0.0.1'], processes },
    signal,
  );
  expect(await pinned({ address: 'localhost', port }, 9229, checked, signal)).toMatchObject({ address: '127.0.0.1' });
});

test('a name that leads to an address which nobody allowed, to Binnacle, or to a program of this machine', async () => {
  const intent = { kind: 'port', host: 'build.example', port, isLoopback: false, whose: 'other' } as const;
  const check = (address: string, hosts: Parameters<typeof checkedPlaces>[1]['hosts']) =>
    checkedPlaces([intent], { hosts, resolve: async () => [address], processes }, signal);
  await expect(check('10.0.0.7', { ...anywhere, refusal: () => 'the policy denies it' })).rejects.toMatchObject({ code: 'leads_elsewhere' });
  await expect(check('127.0.0.1', { ...anywhere, isOurs: (at) => at === port })).rejects.toMatchObject({ code: 'own_process' });
  // This process is the one that would be debugged.
  await expect(check('127.0.0.1', anywhere)).rejects.toMatchObject({ code: 'own_process' });
});

test('what an adapter says of a child leads to no other machine, and not to Binnacle', async () => {
  const said = (host: string) => ({ connect: { host, port: 7000 } });
  expect(await childAddress(said('10.0.0.7'), { host: '8.8.8.8', port: 5678 }, anywhere)).toEqual({ host: '8.8.8.8', port: 7000 });
  expect(await childAddress(said('10.0.0.7'), undefined, anywhere)).toEqual({ host: '127.0.0.1', port: 7000 });
  expect(await childAddress({}, { host: '127.0.0.1', port: 1 }, anywhere)).toEqual({ host: '127.0.0.1', port: 1 });
  await expect(childAddress(said('127.0.0.1'), undefined, { ...anywhere, isOurs: (at) => at === 7000 })).rejects.toThrow('Binnacle itself');
});

// The processes above a process, and the owners of a connection, as each system reports them.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { psRows, windowsRows, withAncestors } from './ancestors.ts';
import { connectionOwners, inodeIn } from './connectionOwners.ts';

test('a child is above its own child, and we are above it', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  await once(child, 'spawn');
  const above = await withAncestors(child.pid ?? 0);
  expect(above.slice(0, 2).map(({ pid }) => pid)).toEqual([child.pid, process.pid]);
  child.kill('SIGKILL');
  await once(child, 'exit');
});

test('macOS reports a process, its parent and its program', () => {
  expect(psRows('    1     0 /sbin/launchd\n  501     1 /Applications/My App.app/Contents/MacOS/My App\n')).toEqual([
    { pid: 1, parent: 0, name: 'launchd', started: 0 },
    { pid: 501, parent: 1, name: 'My App', started: 0 },
  ]);
});

test('Windows reports when a process was started too, for a parent that is younger is none', () => {
  expect(windowsRows('4 0  System\r\n812 640 134100000000000000 node.exe\r\n')).toEqual([
    { pid: 4, parent: 0, name: 'System', started: 0 },
    { pid: 812, parent: 640, name: 'node.exe', started: 134_100_000_000_000_000 },
  ]);
});

const TABLE = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:7274 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 11111 1 0000000000000000 100 0 0 10 0
   1: 0100007F:7274 0100007F:A3C2 01 00000000:00000000 00:00000000 00000000  1000        0 22222 1 0000000000000000 20 4 30 10 -1
   2: 0100007F:A3C2 0100007F:7274 01 00000000:00000000 00:00000000 00000000  1000        0 33333 1 0000000000000000 20 4 30 10 -1
`;

test('the other end of a connection is the socket with its ports the other way round', () => {
  expect(inodeIn(TABLE, 0xa3c2, 0x7274)).toBe('33333');
  expect(inodeIn(TABLE, 0x7274, 0xa3c2)).toBe('22222');
  expect(inodeIn(TABLE, 1, 2)).toBeUndefined();
});

test.runIf(process.platform === 'linux')('the process at the other end of a connection is found', async () => {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const child = spawn(process.execPath, ['-e', `require('node:net').connect(${port}, '127.0.0.1')`]);
  const [socket] = await once(server, 'connection');
  expect(await connectionOwners(socket.remotePort, port)).toEqual([child.pid]);
  // Our own end is not another's.
  const own = connect(port, '127.0.0.1');
  const [ownSocket] = await once(server, 'connection');
  expect(await connectionOwners(ownSocket.remotePort, port)).toEqual([]);
  child.kill('SIGKILL');
  own.destroy();
  socket.destroy();
  server.close();
});

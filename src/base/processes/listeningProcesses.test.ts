// Who listens at a port, as the system reports it.
import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { listeningInodes, listeningProcesses } from './listeningProcesses.ts';

test.runIf(process.platform === 'linux')('finds exactly the processes that listen at a port', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  expect(await listeningProcesses(port)).toEqual([process.pid]);
  server.close();
  await once(server, 'close');
  expect(await listeningProcesses(port)).toBeUndefined();
});

test('connections to a port are not those that listen there', () => {
  const table = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:240D 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 4711 1 0000000000000000 100 0 0 10 0
   1: 0100007F:240D 0100007F:9C40 01 00000000:00000000 00:00000000 00000000     0        0 4712 1 0000000000000000 20 4 30 10 -1
   2: 0100007F:240E 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 4713 1 0000000000000000 100 0 0 10 0
`;
  expect(listeningInodes(table, 0x240d)).toEqual(['4711']);
});

// Another user's program that listens at the port to which the URLs of clients lead, and so is sent their token: it opens nothing, and people are notified.
import { type ChildProcess, spawn } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import { eventually } from '../faults/machine.ts';
import { binnacle, run, temporaryHome } from '../support/builtProgram.ts';
import { askedThrough, quietPort } from '../support/urlClient.ts';
import { linkOf, WindowClient } from '../support/windowClient.ts';

const Ready = z.object({ url: z.string(), port: z.number(), token: z.string() });
const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGTERM');
});

test('the token that a squatter is sent opens no other port, people are notified, and the port is taken back when it is free', async () => {
  await using home = await temporaryHome();
  const type = (...words: string[]) => run([process.execPath, binnacle, ...words], { environment: home.environment, folder: home.folder, bound: 60_000 });
  const port = await quietPort();
  await type('settings', 'set', 'port', String(port));
  const token = (await type('token', 'show')).stdout.trim();
  const sent: (string | undefined)[] = [];
  const squatter = await listening(port, (header) => sent.push(header));
  const client = { url: `http://127.0.0.1:${port}/mcp`, headers: { authorization: `Bearer ${token}` } };
  await askedThrough(client);
  expect(sent).toEqual([`Bearer ${token}`]);

  const child = spawn(process.execPath, [binnacle, 'serve', '--json'], { env: home.environment, cwd: home.folder, stdio: ['ignore', 'pipe', 'pipe'] });
  children.push(child);
  let remarks = '';
  child.stderr.on('data', (chunk: Buffer) => {
    remarks += chunk.toString();
  });
  const line = await new Promise<string>((resolve) => child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString())));
  const ready = Ready.parse(JSON.parse(line));
  expect(ready.port).not.toBe(port);
  expect((await askedThrough({ url: `${ready.url}/mcp`, headers: { authorization: `Bearer ${ready.token}` } })).status).toBe(200);
  expect((await askedThrough({ ...client, url: `${ready.url}/mcp` })).status).toBe(401);
  expect((await askedThrough({ ...client, url: `${ready.url}/debugger-mcp?token=${token}` })).status).toBe(401);
  expect(remarks).toContain(`Port ${port}`);
  expect((await type('status')).stderr).toContain('binnacle token rotate');

  // The person ends it and makes another token: the squatter's is worth nothing, also not at the port that it had.
  await new Promise((resolve) => squatter.close(resolve));
  expect((await type('token', 'rotate')).code).toBe(0);
  const fresh = (await type('token', 'show')).stdout.trim();
  expect(fresh).not.toBe(token);
  await eventually(
    async () => (await askedThrough({ ...client, headers: { authorization: `Bearer ${fresh}` } })).status === 200,
    () => 'the daemon listens where URLs lead',
  );
  expect((await askedThrough(client)).status).toBe(401);
  expect((await type('status')).stderr).not.toContain('rotate');
});

test('windows of a port at which somebody else has listened are revoked, because that one may have shown a page of its own there', async () => {
  await using home = await temporaryHome();
  const type = (...words: string[]) => run([process.execPath, binnacle, ...words], { environment: home.environment, folder: home.folder, bound: 60_000 });
  const port = await quietPort();
  await type('settings', 'set', 'port', String(port));
  const link = await linkOf(home);
  expect(new URL(link).port).toBe(String(port));
  const page = await WindowClient.open(link);
  await type('stop');
  await page.until(() => page.isClosed, 'the end of the daemon');
  // Where nobody was, the key still opens.
  await linkOf(home);
  (await WindowClient.connect(page.key)).cut();
  await type('stop');
  const squatter = await listening(port, () => {});
  const elsewhere = new URL(await linkOf(home)).host;
  expect(elsewhere).not.toBe(page.key.host);
  // The page of the squatter has the use of the key, and tries it where the daemon is now.
  await expect(WindowClient.connect({ ...page.key, host: elsewhere })).rejects.toMatchObject({ code: 'unknown_session' });
  await new Promise((resolve) => squatter.close(resolve));
  await eventually(
    async () =>
      (await fetch(`http://${page.key.host}/window/`).then(
        (answer) => answer.status,
        () => 0,
      )) > 0,
    () => 'the daemon listens there again',
  );
  await expect(WindowClient.connect(page.key)).rejects.toMatchObject({ code: 'revoked_session' });
});

function listening(port: number, heard: (authorization: string | undefined) => void): Promise<Server> {
  const server = createServer((request, response) => {
    heard(request.headers.authorization);
    response.writeHead(500, { connection: 'close' }).end();
  });
  return new Promise((resolve) => server.listen({ host: '127.0.0.1', port }, () => resolve(server)));
}

// What a daemon answers to whoever wants a link to its window.
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { askForLink } from './windowLink.ts';

let folder: string;
let server: Server | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'binnacle-link-'));
});
afterEach(() => {
  server?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function answering(...lines: string[]) {
  const address = process.platform === 'win32' ? `\\\\.\\pipe\\${process.pid}-link` : join(folder, 's');
  const listening = createServer((socket) => socket.once('data', () => socket.end(lines.map((line) => `${line}\n`).join(''))));
  server = listening;
  await new Promise<void>((resolve) => listening.listen(address, resolve));
  return connect(address);
}

test('a link comes with the word whether it was opened', async () => {
  using link = await askForLink(await answering('{"binnacle":"window","url":"http://127.0.0.1:1/window/#code=x"}', '{"binnacle":"opened"}'), 'key');
  expect(link.url).toContain('#code=x');
  expect(await link.opened).toBe(true);
});

test('one that nobody opened was not', async () => {
  using link = await askForLink(await answering('{"binnacle":"window","url":"http://127.0.0.1:1/window/#code=x"}'), 'key');
  expect(await link.opened).toBe(false);
});

test('what is refused says why, and so does a daemon without a window', async () => {
  await expect(askForLink(await answering('{"binnacle":"refused","why":"It is for a person."}'), 'key')).rejects.toMatchObject({
    code: 'window_unavailable',
    message: expect.stringContaining('It is for a person.'),
  });
  server?.close();
  rmSync(folder, { recursive: true, force: true });
  folder = mkdtempSync(join(tmpdir(), 'binnacle-link-'));
  await expect(askForLink(await answering(), 'key')).rejects.toMatchObject({ code: 'window_unavailable' });
});

// What a person has typed and not saved when the daemon is killed, in files as other people's code has them: nothing of it is lost, the disk has not changed, and what is saved afterwards changes only what was typed.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { lstatSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { binnacle, type Home, temporaryHome } from '../support/builtProgram.ts';
import { linkOf, WindowClient } from '../support/windowClient.ts';
import { shopIn } from './machine.ts';

const BOM = '\ufeff';
// By name: the bytes on disk, and what the editor shows of them.
const FILES: Readonly<Record<string, { readonly bytes: Buffer; readonly shown?: string }>> = {
  'plain.txt': { bytes: Buffer.from('one\ntwo\n') },
  'windows.txt': { bytes: Buffer.from('one\r\ntwo\r\n') },
  'mixed.txt': { bytes: Buffer.from('one\r\ntwo\nthree\n') },
  'marked.txt': { bytes: Buffer.from(`${BOM}one\r\ntwo\r\n`) },
  'unended.txt': { bytes: Buffer.from('one\ntwo') },
  'utf16.txt': { bytes: Buffer.from(`${BOM}one\r\ntwo\r\n`, 'utf16le') },
  'large.txt': { bytes: Buffer.from('a line of a large file\n'.repeat(80_000)) },
};
const Read = z.object({
  ok: z.literal(true),
  value: z.object({ disk: z.object({ text: z.string(), hash: z.string() }), unsaved: z.object({ text: z.string(), hash: z.string() }).optional() }),
});

let home: Home;
let shop: string;
let child: ChildProcess | undefined;

beforeEach(async () => {
  home = await temporaryHome();
  shop = await shopIn(home);
  for (const [name, { bytes }] of Object.entries(FILES)) writeFileSync(join(shop, name), bytes);
  symlinkSync('plain.txt', join(shop, 'link.txt'));
});
afterEach(async () => {
  child?.kill('SIGKILL');
  await home[Symbol.asyncDispose]();
});

async function serve(): Promise<WindowClient> {
  child = spawn(process.execPath, [binnacle, 'serve', '--project', shop, '--port', '0', '--json'], {
    env: home.environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (child.stdout === null) throw new TypeError('it has an output');
  await once(createInterface({ input: child.stdout }), 'line');
  return WindowClient.open(await linkOf(home, shop));
}

async function read(window: WindowClient, file: string): Promise<z.infer<typeof Read>['value']> {
  return Read.parse(await window.ask('editor.read', { project: shop, file })).value;
}

test('kill -9 loses nothing that was typed, and what is saved afterwards is as it was but for that', async () => {
  const first = await serve();
  const names = [...Object.keys(FILES), 'link.txt'];
  for (const file of names) {
    const { disk } = await read(first, file);
    await first.ask('editor.open', { project: shop, file });
    const typed = await first.ask('editor.write', { project: shop, file, text: disk.text.replace('one', 'one and more'), base: disk.hash });
    expect(typed, file).toMatchObject({ ok: true });
  }
  const ended = child === undefined ? undefined : once(child, 'exit');
  child?.kill('SIGKILL');
  await ended;
  first[Symbol.dispose]();
  for (const [name, { bytes }] of Object.entries(FILES)) expect(readFileSync(join(shop, name)).equals(bytes), name).toBe(true);

  using second = await serve();
  for (const [file, { bytes }] of Object.entries(FILES)) {
    const { disk, unsaved } = await read(second, file);
    const isTyped = disk.text.includes('one');
    expect(unsaved?.text, file).toBe(isTyped ? disk.text.replace('one', 'one and more') : undefined);
    if (unsaved === undefined) continue;
    const saved = await second.ask('editor.save', { project: shop, file, text: unsaved.text, base: disk.hash, expects: unsaved.hash });
    expect(saved, file).toMatchObject({ ok: true });
    const encoding = file === 'utf16.txt' ? 'utf16le' : 'utf8';
    const wanted = Buffer.from(bytes.toString(encoding).replace('one', 'one and more'), encoding);
    expect(readFileSync(join(shop, file)).equals(wanted), file).toBe(true);
  }
  // A link has the tab of what it leads to, and stays a link.
  expect(lstatSync(join(shop, 'link.txt')).isSymbolicLink()).toBe(true);
});

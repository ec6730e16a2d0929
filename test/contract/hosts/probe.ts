// An extension beside ours that runs what a test asks inside VS Code: what its agents, its menus and other extensions would call.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { minutes, seconds } from '../../../src/base/waiting/duration.ts';

export interface Probe {
  // The body of an async function of vscode; what it returns comes back as JSON. Throws what it throws.
  run(body: string): Promise<unknown>;
}

const MANIFEST = {
  name: 'probe',
  publisher: 'test',
  version: '0.0.1',
  engines: { vscode: '^1.100.0' },
  activationEvents: ['onStartupFinished'],
  main: './extension.cjs',
  capabilities: { untrustedWorkspaces: { supported: true }, virtualWorkspaces: true },
  extensionKind: ['workspace'],
};

// Listens on the loopback address for as long as its window is open.
const CODE = `
const vscode = require('vscode');
const { createServer } = require('node:http');
const { writeFileSync, rmSync } = require('node:fs');
const { join } = require('node:path');
const file = join(__dirname, 'ports', process.pid + '.json');
let server;
exports.activate = () => {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => { body += chunk; });
    request.on('end', async () => {
      try {
        const run = new (Object.getPrototypeOf(async () => {}).constructor)('vscode', body);
        response.end(JSON.stringify({ value: (await run(vscode)) ?? null }));
      } catch (error) {
        response.end(JSON.stringify({ error: String(error && error.message ? error.message : error) }));
      }
    });
  });
  server.listen(0, '127.0.0.1', () => writeFileSync(file, JSON.stringify({ pid: process.pid, port: server.address().port })));
};
exports.deactivate = () => { rmSync(file, { force: true }); server.close(); };
`;

export async function installProbe(extensions: string): Promise<void> {
  const folder = join(extensions, 'test.probe-0.0.1');
  await mkdir(join(folder, 'ports'), { recursive: true });
  await writeFile(join(folder, 'package.json'), JSON.stringify(MANIFEST));
  await writeFile(join(folder, 'extension.cjs'), CODE);
}

const Port = z.object({ pid: z.number(), port: z.number() });
const Said = z.union([z.object({ value: z.unknown() }), z.object({ error: z.string() })]);

// Of the extension host with this process id, or of any that is not among those known.
export async function probeOf(extensions: string, isMeant: (pid: number) => boolean): Promise<Probe & { readonly pid: number }> {
  const folder = join(extensions, 'test.probe-0.0.1', 'ports');
  const deadline = Date.now() + minutes(2);
  while (Date.now() < deadline) {
    for (const name of await readdir(folder)) {
      const found = Port.safeParse(JSON.parse((await readFile(join(folder, name), 'utf8').catch(() => '{}')) || '{}')).data;
      if (found !== undefined && isMeant(found.pid)) return { pid: found.pid, run: (body) => said(found.port, body) };
    }
    await pause(seconds(0.1));
  }
  throw new Error('the probe is not there');
}

async function said(port: number, body: string): Promise<unknown> {
  const response = await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body });
  const answer = Said.parse(await response.json());
  if ('error' in answer) throw new Error(answer.error);
  return answer.value;
}

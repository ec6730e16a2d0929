// Registering with agents from the window: what is shown is what is written, and the way back is exact.
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import type { AskedBy, MethodsOf } from '../sources.ts';
import { agentMethods } from './agents.ts';

let folder: string;
let methods: MethodsOf<'agents'>;
let decisions: string[];
const asked: AskedBy = { session: 'window', chain: '', signal: new AbortController().signal, call: async () => {} };

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'binnacle-agents-'));
  decisions = [];
  const home = { folder: join(folder, 'home'), platform: process.platform, variables: {} };
  methods = agentMethods({
    state: join(folder, 'state'),
    workbench: { projects: () => [] },
    registration: {
      executable: '/opt/binnacle/bin/binnacle.cjs',
      home: async () => home,
      address: async () => ({ base: 'http://127.0.0.1:29300', token: 'secret-token' }),
    },
    decided: (what) => decisions.push(what),
  });
  await mkdir(join(folder, 'home', '.codex'), { recursive: true });
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const Planned = z.object({ plan: z.string(), summary: z.looseObject({ diff: z.string(), file: z.string(), change: z.string() }) });

function ask(name: keyof typeof methods, params: unknown): Promise<unknown> {
  return methods[name](params, asked);
}

test('a plan is shown, written once, listed, and undone byte for byte', async () => {
  const file = join(folder, 'home', '.codex', 'config.toml');
  const before = '# mine\r\n[mcp_servers.other]\r\ncommand = "x"\r\n';
  await writeFile(file, before);
  const { plan, summary } = Planned.parse(await ask('agents.plan', { agent: 'codex', action: 'install' }));
  expect(summary).toMatchObject({ file, change: 'edit' });
  expect(await readFile(file, 'utf8')).toBe(before);
  await ask('agents.apply', { plan });
  expect(await readFile(file, 'utf8')).toContain('/opt/binnacle/bin/binnacle.cjs');
  await expect(ask('agents.apply', { plan })).rejects.toMatchObject({ code: 'configuration_changed' });
  const listed = z
    .looseObject({
      applied: z.array(z.looseObject({ id: z.string() })),
      rule: z.string(),
      agents: z.array(z.looseObject({ id: z.string(), scopes: z.array(z.unknown()) })),
    })
    .parse(await ask('agents.list', {}));
  expect(JSON.stringify(listed.agents.find(({ id }) => id === 'codex')?.scopes)).toContain('"state":"current"');
  expect(await ask('agents.undo', { id: listed.applied[0]?.id })).toMatchObject({ isExact: true });
  expect(await readFile(file, 'utf8')).toBe(before);
  expect(decisions).toHaveLength(2);
});

test('a file that somebody changed since the plan is left alone', async () => {
  const file = join(folder, 'home', '.codex', 'config.toml');
  await writeFile(file, '');
  const { plan } = Planned.parse(await ask('agents.plan', { agent: 'codex', action: 'install' }));
  await writeFile(file, 'model = "x"\n');
  await expect(ask('agents.apply', { plan })).rejects.toMatchObject({ code: 'configuration_changed' });
  expect(await readFile(file, 'utf8')).toBe('model = "x"\n');
});

test('what is shown holds no token, and what is copied does, because it is needed there', async () => {
  const { summary } = Planned.parse(await ask('agents.plan', { agent: 'cursor', action: 'install', transport: 'http' }));
  expect(JSON.stringify(summary)).not.toContain('secret-token');
  expect(JSON.stringify(await ask('agents.copy', { agent: 'cursor', transport: 'http' }))).toContain('secret-token');
});

test.each([
  [{ agent: 'nobody', action: 'install' }, 'invalid_arguments'],
  [{ agent: 'codex', action: 'install', transport: 'sse' }, 'transport_unsupported'],
  [{ agent: 'cursor', action: 'install', scope: 'project', transport: 'http' }, 'token_in_project'],
])('%j is refused', async (params, code) => {
  await expect(ask('agents.plan', params)).rejects.toMatchObject({ code });
});

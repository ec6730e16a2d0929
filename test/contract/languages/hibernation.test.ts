// Whether engines that rest give their memory back and answer rightly when they are woken.
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { minutes, seconds } from '../../../src/base/waiting/duration.ts';
import { catalogue } from '../../../src/hosts/headless/languages/catalogue.ts';
import { Hibernation } from '../../../src/hosts/headless/languages/engine/hibernation.ts';
import type { EngineState } from '../../../src/ide/doors/languages.ts';
import { openWorkspace, type Workspace } from './workspace.ts';

const log = { info: () => {}, warn: () => {}, error: () => {} };
const typescript = {
  'tsconfig.json': JSON.stringify({ compilerOptions: { strict: true, noEmit: true, types: [] }, include: ['src'] }),
  'src/total.ts': 'export const total = (): number => 1;\n',
  'src/use.ts': "import { total } from './total';\nexport const sum = total();\n",
};
const python = { 'total.py': 'def total() -> int:\n    return 1\n', 'use.py': 'from total import total\n\nprint(total())\n' };
const PATIENCE = { timeout: seconds(30), interval: 20 };

test('an engine that nobody uses is ended, and the next call wakes it and sees what was written meanwhile', async () => {
  const workspace = await openWorkspace(typescript, { hibernation: new Hibernation({ unusedFor: seconds(0.5), memoryMb: 100_000 }, log) });
  expect((await workspace.references('src/total.ts', 'total')).value).toHaveLength(3);
  const pid = await workspace.pid('typescript');
  await vi.waitFor(async () => expect(await stateOf(workspace, 'typescript')).toBe('hibernating'), PATIENCE);
  await vi.waitFor(() => expect(isAlive(pid)).toBe(false), PATIENCE);
  const [status] = await workspace.languages.status();
  expect(status).toMatchObject({ detail: expect.stringContaining('the next call wakes it') });
  expect(status?.memoryMb).toBeUndefined();

  await workspace.write('src/late.ts', "import { total } from './total';\nexport const late = total();\n");
  const answer = await workspace.references('src/total.ts', 'total');
  expect(answer).toMatchObject({ complete: true, value: { length: 5 } });
  // A rest is not a crash: nobody has to hear of it.
  expect(answer.notes).toBeUndefined();
  expect((await workspace.languages.status())[0]).toMatchObject({ restarts: 0 });
});

test('beyond the memory budget the least recently used engine rests, whichever project it belongs to', async () => {
  const limits = { unusedFor: minutes(60), memoryMb: 100_000, lookEvery: seconds(0.5) };
  const hibernation = new Hibernation(limits, log);
  const first = await openWorkspace(python, { hibernation });
  const second = await openWorkspace(typescript, { hibernation });
  expect((await first.references('total.py', 'total')).value).toHaveLength(3);
  expect((await second.references('src/total.ts', 'total')).value).toHaveLength(3);
  const pid = await first.pid('python');
  const before = await memoryOf(first, second);
  limits.memoryMb = before - 20;
  await vi.waitFor(async () => expect(await stateOf(first, 'python')).toBe('hibernating'), PATIENCE);
  await vi.waitFor(() => expect(isAlive(pid)).toBe(false), PATIENCE);
  expect(await memoryOf(first, second)).toBeLessThan(before - 20);
  expect(await stateOf(second, 'typescript')).toBe('ready');
  expect(await first.references('total.py', 'total')).toMatchObject({ complete: true, value: { length: 3 } });
});

test('an engine with a call in flight is never put to rest, however long it takes and however much memory it holds', async () => {
  const workspace = await openWorkspace(typescript, { hibernation: new Hibernation({ unusedFor: seconds(0.2), memoryMb: 1 }, log) });
  // Two calls, so that the end of the first finds the second in flight.
  const first = workspace.references('src/total.ts', 'total');
  const second = workspace.references('src/total.ts', 'total');
  // At once, or both would be answered before it is held.
  const pid = await vi.waitFor(() => workspace.pid('typescript'), { ...PATIENCE, interval: 1 });
  process.kill(pid, 'SIGSTOP');
  await sleep(seconds(2));
  expect(isAlive(pid)).toBe(true);
  expect(await stateOf(workspace, 'typescript')).not.toBe('hibernating');
  process.kill(pid, 'SIGCONT');
  for (const answer of await Promise.all([first, second])) expect(answer).toMatchObject({ complete: true, value: { length: 3 } });
  await vi.waitFor(async () => expect(await stateOf(workspace, 'typescript')).toBe('hibernating'), PATIENCE);
});

test('an engine whose row wants that rests sooner than the others', async () => {
  const rows = catalogue.map((row) => (row.id === 'typescript6' ? { ...row, restsAfter: seconds(0.5) } : row));
  const workspace = await openWorkspace(
    {
      ...typescript,
      'old/tsconfig.json': JSON.stringify({ compilerOptions: { target: 'es5', types: [], ignoreDeprecations: '6.0' } }),
      'old/use.ts': "import { total } from '../src/total';\nexport const old = total();\n",
    },
    { rows, hibernation: new Hibernation({ unusedFor: minutes(60), memoryMb: 100_000, lookEvery: seconds(0.5) }, log) },
  );
  expect((await workspace.references('src/total.ts', 'total')).value).toHaveLength(5);
  await vi.waitFor(async () => expect(await stateOf(workspace, 'typescript6')).toBe('hibernating'), PATIENCE);
  expect(await stateOf(workspace, 'typescript')).toBe('ready');
  expect(await workspace.references('src/total.ts', 'total')).toMatchObject({ complete: true, value: { length: 5 } });
});

test('a project that is closed leaves no engine behind that could be woken', async () => {
  const workspace = await openWorkspace(typescript, { hibernation: new Hibernation({ unusedFor: seconds(0.3), memoryMb: 100_000 }, log) });
  await workspace.references('src/total.ts', 'total');
  await vi.waitFor(async () => expect(await stateOf(workspace, 'typescript')).toBe('hibernating'), PATIENCE);
  await workspace.languages.close();
  await expect(workspace.references('src/total.ts', 'total')).rejects.toMatchObject({ code: 'engine_unavailable' });
});

async function memoryOf(...workspaces: readonly Workspace[]): Promise<number> {
  const statuses = await Promise.all(workspaces.map(({ languages }) => languages.status()));
  return statuses.flat().reduce((sum, { memoryMb }) => sum + (memoryMb ?? 0), 0);
}

async function stateOf(workspace: Workspace, language: string): Promise<EngineState | undefined> {
  return (await workspace.languages.status()).find((status) => status.language === language)?.state;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

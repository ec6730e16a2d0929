// What a call costs when its engine dies, hangs, or is not ready: at most that call, and never a wrong answer.
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { seconds } from '../../../src/base/waiting/duration.ts';
import { catalogue } from '../../../src/hosts/headless/languages/catalogue.ts';
import type { EngineRow } from '../../../src/hosts/headless/languages/engine/engineRow.ts';
import { live, openWorkspace } from './workspace.ts';

const RESTARTED = 'typescript 7.0.2 had crashed and was restarted';

const files = {
  'tsconfig.json': JSON.stringify({ compilerOptions: { strict: true, noEmit: true, target: 'es2022', module: 'preserve', types: [] }, include: ['src'] }),
  'src/total.ts': 'export const total = (): number => 1;\n',
  ...Object.fromEntries(
    Array.from({ length: 40 }, (_, index) => [`src/use${index}.ts`, `import { total } from './total';\nexport const v${index} = total();\n`]),
  ),
};
const WHOLE = 81;

test('200 calls fired from the first moment are each whole', async () => {
  const workspace = await openWorkspace(files);
  const answers = await Promise.all(Array.from({ length: 200 }, () => workspace.references('src/total.ts', 'total')));
  expect(answers.filter(({ complete, value }) => complete && value.length !== WHOLE)).toEqual([]);
  expect(answers.filter(({ complete }) => complete)).toHaveLength(200);
  expect((await workspace.languages.status()).filter(({ pid }) => pid !== undefined)).toHaveLength(1);
});

test('200 Python calls fired from the first moment are each whole or say so', async () => {
  const workspace = await openWorkspace({
    'shop.py': 'def total() -> int:\n    return 1\n',
    ...Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`use${index}.py`, 'from shop import total\n\nprint(total())\n'])),
  });
  const answers = await Promise.all(Array.from({ length: 200 }, () => workspace.references('shop.py', 'total')));
  expect(answers.filter(({ complete, value }) => complete && value.length !== WHOLE)).toEqual([]);
  const symbols = await Promise.all(Array.from({ length: 20 }, () => workspace.languages.symbols('total', live())));
  expect(symbols.filter(({ complete, value }) => complete && value.length !== 1)).toEqual([]);
});

test('after the engine was killed between two calls, the second works and says so, the third has nothing to say', async () => {
  const workspace = await openWorkspace(files);
  expect((await workspace.references('src/total.ts', 'total')).notes).toBeUndefined();
  const killed = await workspace.pid('typescript');
  process.kill(killed, 'SIGKILL');
  expect(await workspace.references('src/total.ts', 'total')).toMatchObject({ complete: true, value: { length: WHOLE }, notes: [RESTARTED] });
  expect(await workspace.pid('typescript')).not.toBe(killed);
  expect((await workspace.languages.status())[0]).toMatchObject({ restarts: 1, state: 'ready' });
  expect((await workspace.references('src/total.ts', 'total')).notes).toBeUndefined();
});

test('a call during which the engine dies is answered by the next engine and says so', async () => {
  const workspace = await openWorkspace(files);
  await workspace.languages.warm(workspace.uri('src/total.ts'));
  const pid = await workspace.pid('typescript');
  // Stopped, so that the calls are surely in flight when it dies.
  await stop(pid);
  const calls = Array.from({ length: 10 }, () => workspace.references('src/total.ts', 'total'));
  await sleep(200);
  process.kill(pid, 'SIGKILL');
  for (const answer of await Promise.all(calls)) expect(answer).toMatchObject({ complete: true, value: { length: WHOLE }, notes: [RESTARTED] });
});

test('an engine that hangs costs a call its bound; one that goes on hanging is replaced', async () => {
  const workspace = await openWorkspace(files, { patience: { first: seconds(20), later: seconds(1) } });
  await workspace.languages.warm(workspace.uri('src/total.ts'));
  const hung = await workspace.pid('typescript');
  await stop(hung);
  await expect(workspace.references('src/total.ts', 'total')).rejects.toMatchObject({ code: 'timed_out' });
  await expect(workspace.references('src/total.ts', 'total')).rejects.toMatchObject({ code: 'timed_out' });
  const answer = await workspace.references('src/total.ts', 'total');
  expect(answer).toMatchObject({ complete: true, value: { length: WHOLE }, notes: ['typescript 7.0.2 had stopped answering and was replaced'] });
  await vi.waitFor(() => expect(() => process.kill(hung, 0)).toThrow(), { timeout: seconds(10) });
});

test('an engine that hangs once and goes on is kept', async () => {
  const workspace = await openWorkspace(files, { patience: { first: seconds(20), later: seconds(1) } });
  await workspace.languages.warm(workspace.uri('src/total.ts'));
  const pid = await workspace.pid('typescript');
  await stop(pid);
  await expect(workspace.references('src/total.ts', 'total')).rejects.toMatchObject({ code: 'timed_out' });
  process.kill(pid, 'SIGCONT');
  expect((await workspace.references('src/total.ts', 'total')).value).toHaveLength(WHOLE);
  expect(await workspace.pid('typescript')).toBe(pid);
});

test('a cancelled call ends at once, and the engine serves the next', async () => {
  const workspace = await openWorkspace(files);
  await workspace.languages.warm(workspace.uri('src/total.ts'));
  const pid = await workspace.pid('typescript');
  await stop(pid);
  const controller = new AbortController();
  const call = workspace.references('src/total.ts', 'total', controller.signal);
  await sleep(100);
  controller.abort();
  await expect(call).rejects.toMatchObject({ code: 'cancelled' });
  process.kill(pid, 'SIGCONT');
  expect((await workspace.references('src/total.ts', 'total')).value).toHaveLength(WHOLE);
  expect(await workspace.pid('typescript')).toBe(pid);
});

test('one caller who gives up while the engine starts does not end the start for the others', async () => {
  const workspace = await openWorkspace(files);
  const controller = new AbortController();
  const place = await workspace.place('src/total.ts', 'total');
  const first = workspace.languages.references(place, { includeDeclaration: true }, controller.signal);
  const second = workspace.languages.references(place, { includeDeclaration: true }, live());
  controller.abort();
  await expect(first).rejects.toMatchObject({ code: 'cancelled' });
  expect((await second).value).toHaveLength(WHOLE);
});

test('an engine that dies at every start is given up after five crashes, and its last words are reported', async () => {
  const row: EngineRow = { ...typescriptRow(), command: () => ({ program: process.execPath, args: ['-e', 'console.error("out of luck"); process.exit(3)'] }) };
  const workspace = await openWorkspace(files, { rows: [row] });
  const errors: unknown[] = [];
  for (let call = 0; call < 4; call++) errors.push(await workspace.references('src/total.ts', 'total').catch((error: unknown) => error));
  expect(errors[0]).toMatchObject({ code: 'engine_failed' });
  expect(errors.at(-1)).toMatchObject({ code: 'engine_unavailable', message: expect.stringContaining('out of luck') });
  expect((await workspace.languages.status())[0]).toMatchObject({ state: 'failed', detail: expect.stringContaining('out of luck') });
});

test('an engine that is not installed is missing, and the error says how to get it', async () => {
  const row: EngineRow = { ...typescriptRow(), origin: { npm: 'no-such-package' }, install: 'npm install no-such-package' };
  const workspace = await openWorkspace(files, { rows: [row] });
  await expect(workspace.references('src/total.ts', 'total')).rejects.toMatchObject({
    code: 'no_engine',
    next: expect.stringContaining('npm install no-such-package'),
  });
  expect((await workspace.languages.status())[0]).toMatchObject({ state: 'missing' });
});

test('a program that cannot be started is unavailable, and the error says how to get it', async () => {
  const row: EngineRow = { ...typescriptRow(), command: () => ({ program: 'no-such-program', args: [] }) };
  const workspace = await openWorkspace(files, { rows: [row] });
  await expect(workspace.references('src/total.ts', 'total')).rejects.toMatchObject({
    code: 'engine_unavailable',
    message: expect.stringContaining('npm install'),
  });
});

// The signal is sent at once but need not be obeyed at once: an engine that still runs for a millisecond answers in it.
async function stop(pid: number): Promise<void> {
  process.kill(pid, 'SIGSTOP');
  if (process.platform !== 'linux') return sleep(300);
  await vi.waitFor(async () => expect(await readFile(`/proc/${pid}/status`, 'utf8')).toMatch(/^State:\s+T/m), { timeout: seconds(10), interval: 5 });
}

function typescriptRow(): EngineRow {
  const row = catalogue.find(({ id }) => id === 'typescript');
  if (row === undefined) throw new Error('the catalogue has no TypeScript');
  return row;
}

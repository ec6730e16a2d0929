// The proof of ordinary refactorings (npm run prove -- --only ordinary) is only worth what its judges see: each is shown right and wrong code.
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { type Project, projectIn } from '../../../bench/prove/ordinary/corpora/project.ts';
import { sourceOf } from '../../../bench/prove/ordinary/corpora/source.ts';
import { PythonJudge } from '../../../bench/prove/ordinary/judges/python.ts';
import { TypescriptJudge } from '../../../bench/prove/ordinary/judges/typescript.ts';
import type { Outcome } from '../../../bench/prove/ordinary/outcome.ts';
import { typescript6Peer } from '../../../bench/prove/ordinary/peers/typescript6.ts';
import { placeFor } from '../../../bench/prove/ordinary/places/choice.ts';
import { ORDINARY_KINDS } from '../../../bench/prove/ordinary/places/place.ts';
import { pythonCandidates } from '../../../bench/prove/ordinary/places/python.ts';
import { typescriptCandidates } from '../../../bench/prove/ordinary/places/typescript.ts';
import { summaryOf } from '../../../bench/prove/ordinary/summary.ts';
import { Repository } from '../../../bench/prove/refactorings/repository.ts';

const TYPESCRIPT = {
  'tsconfig.json':
    '{ "compilerOptions": { "strict": true, "target": "ES2022", "module": "ESNext", "moduleResolution": "Bundler", "types": [] }, "include": ["src"] }',
  'src/cart.ts': 'export function total(prices: number[], unused: string): number {\n  const sum = prices.reduce((a, b) => a + b, 0);\n  return sum * 2;\n}\n',
  'src/shop.ts': "import { total } from './cart';\nexport const paid = total([1, 2], 'x');\n",
  // No config takes it.
  'test/cart.test.ts': "import { total } from '../src/cart';\nconst seen: number = total([1], 'x');\nif (seen !== 2) throw new Error('wrong');\n",
};

const PYTHON = {
  'pyrightconfig.json': '{ "typeCheckingMode": "basic" }',
  'cart.py': 'RATE = 2\n\n\ndef total(prices, unused):\n    result = sum(prices) * RATE\n    return result\n',
  'shop.py': 'from cart import total\n\npaid = total([1, 2], 3)\n',
};

test('a checker of TypeScript sees every file, also those that no config takes, and forgets texts that were only asked about', async () => {
  await using made = await projectOf(TYPESCRIPT);
  await using judge = new TypescriptJudge(made.project);
  expect(await judge.errors()).toEqual([]);
  const renamed = TYPESCRIPT['src/cart.ts'].replace('total', 'sumOf');
  const errors = await judge.errors(new Map([['src/cart.ts', renamed]]));
  expect(errors.map((error) => error.split(':')[0])).toEqual(['src/shop.ts', 'test/cart.test.ts']);
  expect(await judge.errors()).toEqual([]);
  await writeFile(join(made.project.folder, 'src/cart.ts'), renamed);
  expect([...(await judge.confirmed())].toSorted()).toEqual([...errors].toSorted());
  expect([...(await judge.errors())].toSorted()).toEqual([...errors].toSorted());
});

test('a checker of Python follows what changes on disk, and new files', async () => {
  await using made = await projectOf(PYTHON);
  await using judge = await PythonJudge.start(made.project, made.repository, 'python3');
  expect(await judge.errors()).toEqual([]);
  await writeFile(join(made.project.folder, 'cart.py'), PYTHON['cart.py'].replace('def total', 'def sum_of'));
  const errors = await judge.errors();
  expect(errors.join('\n')).toContain('"total" is unknown import symbol');
  expect(await judge.confirmed()).toEqual(errors);
  await writeFile(join(made.project.folder, 'cart.py'), 'from fresh import total\n');
  await writeFile(join(made.project.folder, 'fresh.py'), PYTHON['cart.py']);
  expect(await judge.errors()).toEqual([]);
  await made.repository.restore();
  expect(await judge.errors()).toEqual([]);
});

test('the same seed chooses the same place of each kind, another seed another', async () => {
  for (const [files, find] of [
    [TYPESCRIPT, typescriptCandidates],
    [PYTHON, pythonCandidates],
  ] as const) {
    await using made = await projectOf(files);
    const { language, sources } = made.project;
    const candidates = await find(made.project);
    const places = (seed: number) => ORDINARY_KINDS.map((kind) => placeFor({ seed, corpus: 'x', kind, index: 0 }, { language, candidates, sources })?.what);
    expect(places(1)).not.toContain(undefined);
    expect(places(1)).toEqual(places(1));
    expect(Array.from({ length: 5 }, (_, seed) => places(seed + 2).join())).not.toEqual(Array.from({ length: 5 }, () => places(1).join()));
  }
});

test('a parameter is taken away only where nothing uses it', async () => {
  await using made = await projectOf(TYPESCRIPT);
  const [found] = (await typescriptCandidates(made.project)).filter(({ kind, name }) => kind === 'signature' && name === 'total');
  expect(found).toMatchObject({ parameters: ['prices', 'unused'], unused: ['unused'] });
});

test("TypeScript's own refactorings are asked at the same place", async () => {
  await using made = await projectOf(TYPESCRIPT);
  await using peer = typescript6Peer(made.project);
  const place = { form: '', what: '', tool: '', input: {}, file: 'src/cart.ts', line: 2, column: 9 };
  const renamed = await peer.refactored({ ...place, kind: 'rename', name: 'all' });
  expect(renamed?.get('src/cart.ts')).toContain('return all * 2;');
  const inlined = await peer.refactored({ ...place, kind: 'inline', name: 'sum' });
  expect(inlined?.get('src/cart.ts')).toContain('return prices.reduce((a, b) => a + b, 0) * 2;');
});

test('packages and folders are named as people name them', () => {
  expect(sourceOf('npm:@scope/name@1.2.3')).toMatchObject({ registry: 'npm', name: '@scope/name', version: '1.2.3' });
  expect(sourceOf('pypi:click==8.1')).toMatchObject({ registry: 'pypi', name: 'click', version: '8.1' });
  expect(sourceOf('debian:node-ws/sid')).toMatchObject({ registry: 'debian', name: 'node-ws', suite: 'sid' });
  expect(() => sourceOf('nowhere/at/all')).toThrow('is no folder');
});

test('a failure is never counted as a refusal, and needless refusals are weighed against what the peer does', () => {
  const one: Outcome = {
    ...{ corpus: 'c', language: 'python', kind: 'rename', form: 'local', seed: 1, index: 0, what: 'x', tool: 'rename_symbol', input: {} },
    ...{ outcome: 'done', tests: 'none', peer: 'passes', answered: 1, seconds: 2, commit: 'abc' },
  };
  const many = (count: number, more: Partial<Outcome>) => Array.from({ length: count }, () => ({ ...one, ...more }));
  const refused = { outcome: 'refused', error: 'name_taken', message: 'taken' } as const;
  expect(summaryOf([...many(9, {}), ...many(1, refused)]).holds).toBe(true);
  expect(summaryOf([...many(8, {}), ...many(2, refused)]).holds).toBe(false);
  expect(summaryOf([...many(8, {}), ...many(9, { ...refused, peer: 'fails' })]).holds).toBe(true);
  for (const outcome of ['failed', 'silent', 'reported'] as const)
    expect(summaryOf([...many(9, {}), ...many(1, { outcome })])).toMatchObject({ wrong: 1, holds: false });
});

interface Made extends AsyncDisposable {
  readonly project: Project;
  readonly repository: Repository;
}

async function projectOf(files: Readonly<Record<string, string>>): Promise<Made> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'binnacle-judged-')));
  for (const [file, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), text);
  }
  const repository = await Repository.of(folder);
  return { project: await projectIn(folder), repository, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
}

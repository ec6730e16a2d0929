// Whether a repository in which some packages need TypeScript 6 and others have TypeScript 7 is searched as one.
import { expect, test } from 'vitest';
import { live, openWorkspace, type Workspace } from './workspace.ts';

const modern = JSON.stringify({ compilerOptions: { strict: true, target: 'es2022', module: 'preserve', types: [] }, include: ['src'] });
const legacy = JSON.stringify({
  compilerOptions: { strict: true, target: 'es5', moduleResolution: 'node', baseUrl: 'src', types: [], ignoreDeprecations: '6.0' },
  include: ['src'],
});
const WHY = 'TypeScript 6 answers because packages/old/tsconfig.json sets baseUrl, target es5, moduleResolution node, which TypeScript 7 has removed.';
const BOTH = 'typescript 7.0.2, typescript 6.0.3';

const repository = {
  'packages/core/tsconfig.json': modern,
  'packages/core/src/shape.ts': `export interface Shape { area(): number }
export function measure(shape: Shape): number { return shape.area(); }
`,
  'packages/web/tsconfig.json': modern,
  'packages/web/src/circle.ts': `import { measure, type Shape } from '../../core/src/shape';
import { legacyName } from '../../old/src/names';
export class Circle implements Shape { area(): number { return 3; } }
export function drawCircle(): string { return legacyName() + measure(new Circle()); }
`,
  'packages/old/tsconfig.json': legacy,
  'packages/old/src/names.ts': 'export function legacyName(): string { return "old"; }\n',
  'packages/old/src/square.ts': `import { measure, Shape } from '../../core/src/shape';
import { legacyName } from 'names';
export class Square implements Shape { area(): number { return 4; } }
export function drawSquare(): string { return legacyName() + measure(new Square()); }
`,
};
const MEASURE = [
  'packages/core/src/shape.ts:2:17',
  'packages/old/src/square.ts:1:10',
  'packages/old/src/square.ts:4:62',
  'packages/web/src/circle.ts:1:10',
  'packages/web/src/circle.ts:4:62',
];
const LEGACY_NAME = [
  'packages/old/src/names.ts:1:17',
  'packages/old/src/square.ts:2:10',
  'packages/old/src/square.ts:4:47',
  'packages/web/src/circle.ts:2:10',
  'packages/web/src/circle.ts:4:47',
];

test('each package is served by the engine that understands its configuration, and the status shows both', async () => {
  const workspace = await openWorkspace(repository);
  const engineOf = async (path: string) => (await workspace.languages.outline(workspace.uri(path), live())).engine;
  expect(await engineOf('packages/web/src/circle.ts')).toBe('typescript 7.0.2');
  expect(await engineOf('packages/old/src/square.ts')).toBe('typescript 6.0.3');
  const status = await workspace.languages.status();
  expect(status.filter(({ engine }) => engine.startsWith('typescript'))).toMatchObject([
    { language: 'typescript', engine: 'typescript 7.0.2', files: 2 },
    { language: 'typescript6', engine: 'typescript 6.0.3', files: 2, detail: WHY },
  ]);
});

test('references are found in packages of both engines, from whichever side they are asked for', async () => {
  const workspace = await openWorkspace(repository);
  for (const path of ['packages/core/src/shape.ts', 'packages/web/src/circle.ts', 'packages/old/src/square.ts']) {
    const answer = await workspace.references(path, 'measure');
    expect(workspace.shown(answer.value)).toEqual(MEASURE);
    expect(answer).toMatchObject({ complete: true, notes: [WHY] });
    expect(answer.engine?.split(', ').sort()).toEqual(BOTH.split(', ').sort());
  }
  for (const path of ['packages/old/src/names.ts', 'packages/web/src/circle.ts', 'packages/old/src/square.ts']) {
    const answer = await workspace.references(path, 'legacyName');
    expect(workspace.shown(answer.value)).toEqual(LEGACY_NAME);
    expect(answer).toMatchObject({ complete: true, notes: [WHY] });
  }
});

test('symbols of both are one list without repetition', async () => {
  const workspace = await openWorkspace(repository);
  // Both engines have read both packages by then.
  await workspace.references('packages/core/src/shape.ts', 'measure');
  await workspace.references('packages/old/src/names.ts', 'legacyName');
  const answer = await workspace.languages.symbols('draw', live());
  expect(answer).toMatchObject({ complete: true, engine: BOTH, notes: [WHY] });
  expect(answer.value.map(({ name, location }) => [name, ...workspace.shown([location])]).sort()).toEqual([
    ['drawCircle', 'packages/web/src/circle.ts:4:17'],
    ['drawSquare', 'packages/old/src/square.ts:4:17'],
  ]);
});

test('implementations, callers and subtypes are found across the border', async () => {
  const workspace = await openWorkspace(repository);
  const shape = await workspace.place('packages/core/src/shape.ts', 'Shape');
  const implementations = await workspace.languages.implementations(shape, live());
  expect(workspace.shown(implementations.value)).toEqual(['packages/old/src/square.ts:3:14', 'packages/web/src/circle.ts:3:14']);
  const below = await workspace.languages.types(shape, 'down', live());
  expect(below.value?.related.map(({ name }) => name).sort()).toEqual(['Circle', 'Square']);
  const callers = await workspace.languages.calls(await workspace.place('packages/core/src/shape.ts', 'measure'), 'callers', live());
  expect(callers.value?.calls.map(({ callable }) => callable.name).sort()).toEqual(['drawCircle', 'drawSquare']);
});

test('a name that occurs on one side only costs the other nothing', async () => {
  const workspace = await openWorkspace(repository);
  const answer = await workspace.references('packages/web/src/circle.ts', 'drawCircle');
  expect(answer).toMatchObject({ complete: true, engine: 'typescript 7.0.2', value: { length: 1 } });
  expect(answer.notes).toBeUndefined();
  expect(await runningIn(workspace)).toEqual(['typescript 7.0.2']);
});

test('diagnostics of both come in one answer', async () => {
  const workspace = await openWorkspace({ ...repository, 'packages/old/src/bad.ts': "import { legacyName } from 'names';\nconst n: number = legacyName();\n" });
  const uris = ['packages/web/src/circle.ts', 'packages/old/src/bad.ts', 'packages/old/src/square.ts'].map((path) => workspace.uri(path));
  const answer = await workspace.languages.diagnostics(uris, live(), () => {});
  expect(answer).toMatchObject({ complete: true, notes: [WHY] });
  const errors = answer.value.files.map(({ diagnostics }) => diagnostics.filter(({ severity }) => severity === 'error').map(({ code }) => code));
  expect(errors).toEqual([[], ['2322'], []]);
});

async function runningIn(workspace: Workspace): Promise<readonly string[]> {
  return (await workspace.languages.status()).filter(({ pid }) => pid !== undefined).map(({ engine }) => engine);
}

// Whether TypeScript 6 adds its quick fixes to the problems that TypeScript 7 finds, in a process of its own that is seen and that ends.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { minutes, seconds } from '../../../src/base/waiting/duration.ts';
import { catalogue } from '../../../src/hosts/headless/languages/catalogue.ts';
import { Hibernation } from '../../../src/hosts/headless/languages/engine/hibernation.ts';
import { live, openWorkspace, type Workspace } from './workspace.ts';

const MODERN = { target: 'es2022', module: 'preserve', strict: true, noUnusedLocals: true, noImplicitOverride: true, types: [] };
const BOTH = 'typescript 7.0.2, typescript 6.0.3';

const broken = {
  'tsconfig.json': JSON.stringify({ compilerOptions: MODERN, include: ['src'] }),
  'src/model.ts': `export interface Shape { area(): number; name: string }
export abstract class Base { abstract draw(): void; size = 1; constructor(n: number) { this.size = n; } }
export const helper = 1;
`,
  'src/broken.ts': `import { Base, Shape } from './model';
const one = helper;
class Circle implements Shape { name = 'c'; }
class Square extends Base { }
class Line extends Base { constructor() { } draw() { } size = 2; }
function later() { return await Promise.resolve(1); }
const shape: Shape = { name: 's' };
console.log(shape.nmae, shape.colour);
function loose(parameter) { return parameter + 1; }
class Thing extends Shape { }
class Member { value = 1; static shared = 2; show() { return value + shared; } }
const twice = lone(1, 2); function lone(a: number) { return a; }
export const used = [one, Circle, Square, Line, later, loose, Thing, Member, twice];
let unused = 5;
`,
};

test('problems that TypeScript 7 finds are fixed by TypeScript 6, each edit for the text as it is', async () => {
  const workspace = await openWorkspace(broken);
  const answer = await workspace.languages.quickFixes(workspace.uri('src/broken.ts'), undefined, live());
  expect(answer).toMatchObject({ complete: true, engine: BOTH });
  const fixed = answer.value.filter(({ fixes }) => fixes.length > 0);
  expect(new Set(fixed.map(({ diagnostic }) => diagnostic.code)).size).toBeGreaterThanOrEqual(12);
  expect(titlesOf(answer.value)).toEqual(
    expect.arrayContaining([
      "Implement interface 'Shape'",
      'Implement inherited abstract class',
      "Add missing 'super()' call",
      "Add 'override' modifier",
      'Add async modifier to containing function',
      'Add missing properties',
      'Infer parameter types from usage',
      "Change 'extends' to 'implements'",
      "Add 'this.' to unresolved variable",
      "Add missing parameter to 'lone'",
      "Remove unused declaration for: 'unused'",
    ]),
  );
  const status = (await workspace.languages.status()).find(({ language }) => language === 'typescript-actions');
  expect(status).toMatchObject({ engine: 'typescript 6.0.3', state: 'ready', restarts: 0 });
  if (process.platform !== 'win32') expect(status?.memoryMb).toBeGreaterThan(30);
});

test('a change on disk is seen by both before the next fix', async () => {
  const workspace = await openWorkspace(broken);
  await workspace.languages.quickFixes(workspace.uri('src/broken.ts'), undefined, live());
  await workspace.write('src/model.ts', broken['src/model.ts'].replace('area(): number', 'surface(): number'));
  await workspace.write('src/broken.ts', `\n${broken['src/broken.ts']}`);
  const answer = await workspace.languages.quickFixes(workspace.uri('src/broken.ts'), undefined, live());
  const implement = answer.value.flatMap(({ fixes }) => fixes).filter(({ title }) => title === "Implement interface 'Shape'");
  expect(JSON.stringify(implement)).toContain('surface()');
  expect(JSON.stringify(implement)).not.toContain('area()');
});

test('it starts only when it is needed, and rests sooner than the others', async () => {
  const rows = catalogue.map((row) => (row.assists === undefined ? row : { ...row, restsAfter: seconds(0.5) }));
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const workspace = await openWorkspace(broken, {
    rows,
    hibernation: new Hibernation({ unusedFor: minutes(60), memoryMb: 100_000, lookEvery: seconds(0.5) }, log),
  });
  await workspace.references('src/model.ts', 'Shape');
  expect(await running(workspace)).toEqual(['typescript']);
  await workspace.languages.quickFixes(workspace.uri('src/model.ts'), undefined, live());
  // A file without problems needs no help.
  expect(await running(workspace)).toEqual(['typescript']);
  await workspace.languages.quickFixes(workspace.uri('src/broken.ts'), undefined, live());
  expect(await running(workspace)).toEqual(['typescript', 'typescript-actions']);
  await vi.waitFor(async () => expect(await running(workspace)).toEqual(['typescript']), { timeout: seconds(40) });
  expect(await workspace.languages.quickFixes(workspace.uri('src/broken.ts'), undefined, live())).toMatchObject({ engine: BOTH });
});

test('a legacy project is fixed by the engine that serves it', async () => {
  const workspace = await openWorkspace({
    ...broken,
    'tsconfig.json': JSON.stringify({ compilerOptions: { ...MODERN, baseUrl: 'src', ignoreDeprecations: '6.0' }, include: ['src'] }),
  });
  const answer = await workspace.languages.quickFixes(workspace.uri('src/broken.ts'), undefined, live());
  const why = 'TypeScript 6 answers because tsconfig.json sets baseUrl, which TypeScript 7 has removed.';
  expect(answer).toMatchObject({ complete: true, engine: 'typescript 6.0.3', notes: [why] });
  expect(answer.value.flatMap(({ fixes }) => fixes).length).toBeGreaterThan(12);
  expect(await running(workspace)).toEqual(['typescript6']);
});

test('its death costs nothing but a note', async () => {
  const workspace = await openWorkspace(broken);
  const first = await workspace.languages.quickFixes(workspace.uri('src/broken.ts'), undefined, live());
  process.kill(await workspace.pid('typescript-actions'), 'SIGKILL');
  const second = await workspace.languages.quickFixes(workspace.uri('src/broken.ts'), undefined, live());
  expect(titlesOf(second.value)).toEqual(titlesOf(first.value));
  expect(second.notes).toEqual(['typescript 6.0.3 had crashed and was restarted']);
});

test('a plugin that a tsconfig.json names is not loaded for it', async () => {
  const plugin = 'require("node:fs").writeFileSync(require("node:path").join(__dirname, "trace"), "");';
  const workspace = await openWorkspace(
    {
      ...broken,
      'tsconfig.json': JSON.stringify({ compilerOptions: { ...MODERN, plugins: [{ name: 'planted' }] }, include: ['src'] }),
      'node_modules/planted/index.js': plugin,
    },
    { trusted: false },
  );
  expect((await workspace.languages.quickFixes(workspace.uri('src/broken.ts'), undefined, live())).engine).toBe(BOTH);
  expect(existsSync(join(workspace.root, 'node_modules/planted/trace'))).toBe(false);
});

function titlesOf(problems: readonly { readonly fixes: readonly { readonly title: string }[] }[]): readonly string[] {
  return problems.flatMap(({ fixes }) => fixes.map(({ title }) => title));
}

async function running(workspace: Workspace): Promise<readonly string[]> {
  return (await workspace.languages.status()).filter(({ pid }) => pid !== undefined).map(({ language }) => language);
}

// Conditions that are extracted in projects whose own TypeScript narrows less than the one here.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RealAgent, realAgentOn } from '../tools/realAgent.ts';

const CONFIG =
  '{ "compilerOptions": { "strict": true, "module": "preserve", "target": "es2022", "noEmit": true, "types": [], "allowJs": true, "checkJs": true } }';
const NARROWED = 'export function length(word: string | undefined): number {\n  if (word !== undefined) return word.length;\n  return 0;\n}\n';
const KINDS =
  "export interface Boat { kind: 'boat'; knots: number }\nexport interface Car { kind: 'car'; doors: number }\nexport type Vehicle = Boat | Car;\nexport function pick(): Vehicle {\n  return find();\n}\nexport function find(): Boat | Car {\n  return { kind: 'car', doors: 4 };\n}\n";
const IMPORTED =
  "import { find } from './kinds';\n\nexport function knots(): number {\n  const found = find();\n  return found.kind === 'boat' ? found.knots : 0;\n}\n";
const ALIAS =
  "import { pick } from './kinds';\n\nexport function knots(): number {\n  const found = pick();\n  return found.kind === 'boat' ? found.knots : 0;\n}\n";
const SCRIPT = '/**\n * @param {string | undefined} word\n */\nexport function length(word) {\n  if (word !== undefined) return word.length;\n  return 0;\n}\n';
const FIELD = 'export class Log {\n  write(line: string | null): number {\n    if (line !== null) return line.length;\n    return 0;\n  }\n}\n';

const project = (folder: string, version: string) => ({
  [`${folder}/package.json`]: JSON.stringify({ private: true, devDependencies: { typescript: version } }),
  [`${folder}/tsconfig.json`]: CONFIG,
  [`${folder}/narrowed.ts`]: NARROWED,
  [`${folder}/kinds.ts`]: KINDS,
  [`${folder}/imported.ts`]: IMPORTED,
  [`${folder}/alias.ts`]: ALIAS,
  [`${folder}/secret.ts`]: KINDS.replace('export interface Boat', 'interface Boat'),
  [`${folder}/hidden.ts`]: ALIAS.replace('./kinds', './secret'),
  [`${folder}/script.js`]: SCRIPT,
  [`${folder}/field.ts`]: FIELD,
  [`${folder}/unused.ts`]: 'export const known = (word: string | undefined): boolean => {\n  return word !== undefined && word.length > 2;\n};\n',
});

let real: RealAgent;
beforeAll(async () => {
  real = await realAgentOn({ ...project('old', '4.3.5'), ...project('recent', '^5.0.4'), ...project('new', '~5.5.2') });
});
afterAll(() => real.close());

const given = (folder: string, file: string, [line, from, to]: readonly [number, number, number]) => ({
  file: `${folder}/${file}`,
  start_line: line,
  start_column: from,
  end_line: line,
  end_column: to,
});

async function added(tool: string, folder: string, file: string, place: readonly [number, number, number]): Promise<readonly string[]> {
  const { value } = await real.agent.call(tool, { ...given(folder, file, place), name: 'part', preview: true });
  expect(value).toMatchObject({ newErrors: [] });
  return String(value['diff'])
    .split('\n')
    .flatMap((line) => /^\+(?!\+)\s*(.*)$/.exec(line)?.[1] ?? []);
}

test.each<[folder: string, file: string, place: readonly [number, number, number], line: string]>([
  ['recent', 'narrowed.ts', [2, 7, 25], 'function part(word: string | undefined): word is string {'],
  ['old', 'narrowed.ts', [2, 7, 25], 'function part(word: string | undefined): word is string {'],
  ['new', 'narrowed.ts', [2, 7, 25], 'function part(word: string | undefined) {'],
  ['recent', 'script.js', [5, 7, 25], '* @returns {word is string}'],
  ['recent', 'field.ts', [3, 9, 22], 'private part(line: string | null): line is string {'],
  ['recent', 'imported.ts', [5, 10, 31], 'function part(found: Boat | Car): found is Boat {'],
  ['recent', 'alias.ts', [5, 10, 31], "function part(found: Vehicle): found is import('./kinds').Boat {"],
  // Nobody relies on it: the function around returns a boolean too.
  ['recent', 'unused.ts', [2, 10, 47], 'function part(word: string | undefined): boolean {'],
])('extract_function in %s/%s', async (folder, file, place, line) => {
  expect(await added('extract_function', folder, file, place)).toContain(line);
});

test('a predicate whose type cannot be named is asked for, not left out', async () => {
  const place = [5, 10, 31] as const;
  const refused = await real.agent.refusal('extract_function', { ...given('recent', 'hidden.ts', place), name: 'part', preview: true });
  expect(refused).toMatchObject({ error: 'refactoring_refused', message: expect.stringContaining('relies on found is ') });
  expect(await added('extract_function', 'new', 'hidden.ts', place)).toContain('function part(found: Vehicle) {');
});

test('extract_variable keeps what narrows since TypeScript 4.4, and refuses before', async () => {
  expect(await added('extract_variable', 'recent', 'narrowed.ts', [2, 7, 25])).toContain('const part = word !== undefined;');
  const refused = await real.agent.refusal('extract_variable', { ...given('old', 'narrowed.ts', [2, 7, 25]), name: 'part', preview: true });
  expect(refused).toMatchObject({ error: 'refactoring_refused', message: expect.stringContaining("'word' is possibly 'undefined'") });
  expect(await added('extract_variable', 'old', 'unused.ts', [2, 10, 47])).toContain('const part = word !== undefined && word.length > 2;');
});

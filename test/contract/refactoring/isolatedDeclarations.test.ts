// Refactorings in a project whose declarations must be readable file by file: what they export has the types that TypeScript then asks for.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { fixturesIn } from './fixtures.ts';
import { filesOf, projectOf, type Row, TSCONFIG, testRefusals, testRows, unmarked } from './table.ts';

const ISOLATED = { ...TSCONFIG, 'tsconfig.json': TSCONFIG['tsconfig.json'].replace('"strict"', '"declaration": true, "isolatedDeclarations": true, "strict"') };

const tables = [
  fixturesIn('isolatedVariables', 'extract_variable', { name: 'part' }),
  fixturesIn('isolatedFunctions', 'extract_function', { name: 'part' }),
  fixturesIn('isolatedInlines', 'inline_symbol'),
  fixturesIn('isolatedMoves', 'move_symbol', { to_file: 'other.ts' }),
  fixturesIn('isolatedSignatures', 'change_signature', { parameters: [{ name: 'depth' }, { name: 'length', default: 'WIDTH' }] }),
];
const moved: Row = {
  title: 'what is exported without a type of its result, to a new file',
  tool: 'move_symbol',
  before: { 'cart.ts': 'function $0sum(a: number) {\n  return [a];\n}\n\nexport const one: number = sum(1).length;\n' },
  given: { to_file: 'sums.ts' },
  after: {
    'cart.ts': "import { sum } from './sums.ts';\n\nexport const one: number = sum(1).length;\n",
    'sums.ts': 'export function sum(a: number): number[] {\n  return [a];\n}\n',
  },
};
const rows = [...tables.flatMap((table) => table.rows), moved];
const refused = tables.flatMap((table) => table.refused);
const project = projectOf({ ...ISOLATED, ...filesOf(rows, refused) });

testRows(rows, project);
testRefusals(refused, project);

test('TypeScript 6 finds nothing wrong with any of the texts before and after', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'binnacle-isolated-'));
  try {
    const texts = rows.flatMap(({ before, after }, index) =>
      Object.entries({ before: unmarked(before), after: { ...unmarked(before), ...after } }).flatMap(([side, files]) =>
        Object.entries(files).map(([name, text]) => [`rows/${side}${index}/${name}`, text ?? ''] as const),
      ),
    );
    for (const [name, text] of [...Object.entries(ISOLATED), ...texts]) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), text);
    }
    const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
    const checked = promisify(execFile)(process.execPath, [tsc, '-p', folder, '--lib', 'es2022', '--skipLibCheck']).then(
      ({ stdout }) => stdout,
      ({ stdout }: { readonly stdout: string }) => stdout,
    );
    expect(await checked).toBe('');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

// Whether a project that compiles with TypeScript 5 is understood with the defaults of TypeScript 5, whichever engine answers.
import { expect, test } from 'vitest';
import { openWorkspace } from './workspace.ts';

const GLOBALS = 'declare const machine: { readonly home: string };\n';
const config = (compilerOptions: object, more: object = { include: ['src'] }) => JSON.stringify({ compilerOptions, ...more }, undefined, 2);

// A name that only a package of types declares, and code that strict mode would refuse.
const files = (options: object, dependency: string | undefined) => ({
  'tsconfig.json': config({ module: 'esnext', target: 'es2022', noEmit: true, ...options }),
  ...(dependency !== undefined && { 'package.json': JSON.stringify({ devDependencies: { typescript: dependency } }) }),
  'src/a.ts': 'export const home = machine.home;\nexport function twice(x) { return x + x; }\n',
});

async function errorsIn(given: Record<string, string>, installed?: string) {
  const workspace = await openWorkspace({
    ...given,
    'node_modules/@types/machine/index.d.ts': GLOBALS,
    'node_modules/@types/machine/package.json': '{"name":"@types/machine","version":"1.0.0","types":"index.d.ts"}',
    ...(installed !== undefined && { 'node_modules/typescript/package.json': JSON.stringify({ name: 'typescript', version: installed }) }),
  });
  const codes = async () => (await workspace.diagnosticsOf('src/a.ts')).filter(({ severity }) => severity === 'error').map(({ code }) => String(code));
  return { workspace, codes };
}

test.each<[what: string, options: object, dependency: string | undefined, installed: string | undefined, codes: string[]]>([
  ['5, installed', {}, undefined, '5.4.5', []],
  ['4, asked for', {}, '~4.7', undefined, []],
  ['5, and strict by its own word', { strict: true }, '^5.9.0', undefined, ['7006']],
  ['5, and no types by its own word', { types: [] }, '^5.9.0', undefined, ['2304']],
  ['6: its defaults are those of today', {}, '^6.0.0', undefined, ['2304', '7006']],
  ['nobody knows which', {}, undefined, undefined, ['2304', '7006']],
  ['5, with options that only TypeScript 6 has', { target: 'es5', ignoreDeprecations: '6.0' }, undefined, '5.1.6', []],
])('TypeScript %s', async (_, options, dependency, installed, codes) => {
  const found = await errorsIn(files(options, dependency), installed);
  expect(await found.codes()).toEqual(codes);
});

test('what a base says counts, and a configuration that changes is understood anew', async () => {
  const project = files({}, '^5.2.2');
  const { workspace, codes } = await errorsIn({
    ...project,
    'tsconfig.json': config({}, { extends: './base.json', include: ['src'] }),
    'base.json': config({ strict: true }, {}),
  });
  expect(await codes()).toEqual(['7006']);
  await workspace.write('tsconfig.json', config({ strict: false }, { extends: './base.json', include: ['src'] }));
  expect(await codes()).toEqual([]);
});

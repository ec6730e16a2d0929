// A call that asks several questions looks at the disk once, and none of its answers is older than its beginning.
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { live, openWorkspace } from './workspace.ts';

const FILES = {
  'tsconfig.json': '{ "compilerOptions": { "module": "NodeNext", "strict": true, "types": [] }, "include": ["src"] }',
  'src/cart.ts': 'export function total(): number {\n  return 1;\n}\n',
  'src/checkout.ts': "import { total } from './cart.js';\nexport const due = total();\n",
};
// After which a file's times prove that it is older than the look at the disk.
const AGED = 2_300;

test('definition, references, hover, outline and diagnostics of one call share one look at the disk', async () => {
  const workspace = await openWorkspace(FILES);
  const at = await workspace.place('src/checkout.ts', 'total');
  await workspace.languages.references(at, { includeDeclaration: true }, live());
  await sleep(AGED);
  const state = await workspace.documents.settle(live());
  const languages = workspace.languages.asOf(state);
  expect(workspace.shown((await languages.definition(at, live())).value)).toEqual(['src/cart.ts:1:17']);
  expect((await languages.references(at, { includeDeclaration: true }, live())).value).toHaveLength(3);
  expect((await languages.hover(at, live())).value?.signature).toContain('total');
  expect((await languages.outline(at.uri, live())).value).toHaveLength(1);
  expect((await languages.symbols('total', live())).value).toHaveLength(1);
  expect((await languages.diagnostics([at.uri], live(), () => {})).value.files).toHaveLength(1);
  expect(workspace.documents.state).toBe(state);
});

test('what was written right before a call is in every answer of it', async () => {
  const workspace = await openWorkspace(FILES);
  const at = await workspace.place('src/cart.ts', 'total');
  expect((await workspace.languages.references(at, { includeDeclaration: true }, live())).value).toHaveLength(3);
  for (let round = 1; round <= 5; round++) {
    await workspace.write(`src/other${round}.ts`, "import { total } from './cart.js';\ntotal();\n");
    await workspace.write('src/checkout.ts', `import { total } from './cart.js';\n${'total();\n'.repeat(round)}`);
    const languages = workspace.languages.asOf(await workspace.documents.settle(live()));
    expect((await languages.references(at, { includeDeclaration: true }, live())).value).toHaveLength(1 + 2 * round + 1 + round);
    expect((await languages.symbols('total', live())).value).toHaveLength(1);
  }
});

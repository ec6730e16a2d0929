// What real engines offer at a place, through a real client: TypeScript, Python, Go, C++, CSS, HTML and JSON.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, type TestContext, test, vi } from 'vitest';
import { seconds } from '../../../src/base/waiting/duration.ts';
import type { Ide } from '../../../src/ide/ide.ts';
import type { Agent } from '../../support/check.ts';
import { needs } from '../../support/testTools.ts';
import { onPath } from '../languages/onPath.ts';
import { realAgentOn } from './realAgent.ts';

const TYPESCRIPT = {
  'tsconfig.json': '{ "compilerOptions": { "strict": true, "module": "nodenext", "target": "es2022", "noEmit": true, "types": [] }, "include": ["src"] }',
  'package.json': '{ "type": "module" }',
  'src/cart.ts': `/** Holds what is bought. */
export class Cart {
  /** What it costs. */
  total(): number {
    return 1;
  }
  /** @deprecated use total */
  tally(): number {
    return 1;
  }
  private secret = 1;
}
`,
  'src/main.ts': "import { Cart } from './cart.js';\nconst cart = new Cart();\ncart.t;\n",
  'src/other.ts': 'export const other = new Cart\n',
};

test('TypeScript: members in the order of the engine, with signature and documentation, deprecated ones last, private ones not at all', async () => {
  const agent = await agentOn(TYPESCRIPT);
  const { value } = await agent.call('code_completions', { file: 'src/main.ts', snippet: 'cart.<<>>t', documentation: true });
  expect(value).toMatchObject({
    prefix: '',
    total: 2,
    completions: [
      { label: 'total', kind: 'method', detail: '(method) Cart.total(): number', documentation: 'What it costs.' },
      { label: 'tally', kind: 'method', deprecated: true, documentation: expect.stringContaining('use total') },
    ],
    complete: true,
    engine: expect.stringMatching(/^typescript 7/),
  });
  expect((await agent.call('code_completions', { file: 'src/main.ts', snippet: 'cart.<<t>>' })).value).toMatchObject({ prefix: 't', total: 2 });
});

test('TypeScript: a class of another file comes with its import, also after that file has changed', async () => {
  const agent = await agentOn(TYPESCRIPT);
  const asked = { file: 'src/other.ts', line: 1 };
  const cart = {
    label: 'Cart',
    kind: 'class',
    from: './cart.js',
    alsoWrites: [{ line: 1, added: expect.stringContaining('import { Cart } from "./cart.js";') }],
  };
  expect((await agent.call('code_completions', asked)).value).toMatchObject({
    prefix: 'Cart',
    completions: expect.arrayContaining([expect.objectContaining(cart)]),
  });
  await writeFile(join(agent.ide.project.path, 'src/cart.ts'), 'export class Cartoon {}\n');
  const after = await agent.call('code_completions', asked);
  expect(after.value).toMatchObject({ completions: [{ label: 'Cartoon', from: './cart.js' }] });
});

test('Python: members, and what the project would import', async () => {
  const agent = await agentOn({
    'shop/__init__.py': '',
    'shop/basket.py': 'class Basket:\n    """Holds things."""\n\n    def total(self) -> float:\n        """What it costs."""\n        return 1\n',
    'app.py': 'print(Bask)\n',
    'use.py': 'from shop.basket import Basket\nBasket().to\n',
  });
  expect((await agent.call('code_completions', { file: 'use.py', line: 2, documentation: true })).value).toMatchObject({
    prefix: 'to',
    completions: [{ label: 'total', kind: 'method', detail: 'def total() -> float', documentation: 'What it costs.' }],
    engine: expect.stringMatching(/^basedpyright/),
  });
  expect((await agent.call('code_completions', { file: 'app.py', snippet: 'print(<<Bask>>)' })).value).toMatchObject({
    completions: expect.arrayContaining([
      expect.objectContaining({
        label: 'Basket',
        from: 'shop.basket',
        alsoWrites: [{ line: 1, added: expect.stringContaining('from shop.basket import Basket') }],
      }),
    ]),
  });
});

test('Go: functions of a package, and of one that is not imported yet', async (context) => {
  const [program = ''] = (await needs(context, 'gopls')).command;
  onPath(program);
  const agent = await agentOn({
    'go.mod': 'module example.com/shop\n\ngo 1.21\n',
    'main.go': 'package main\n\nimport "fmt"\n\nfunc main() {\n\tfmt.Printl\n\tstrings.SplitAf\n}\n',
  });
  expect((await agent.call('code_completions', { file: 'main.go', line: 6 })).value).toMatchObject({
    prefix: 'Printl',
    completions: [{ label: 'Println', kind: 'function', detail: expect.stringContaining('func(a ...any)') }],
    engine: 'gopls 0.23.0',
  });
  expect((await agent.call('code_completions', { file: 'main.go', line: 7 })).value).toMatchObject({
    completions: expect.arrayContaining([
      expect.objectContaining({ label: 'SplitAfter', alsoWrites: [expect.objectContaining({ added: expect.stringContaining('"strings"') })] }),
    ]),
  });
});

test('C++: members of a struct from a header', async (context: TestContext) => {
  const [program = ''] = (await needs(context, 'clangd')).command;
  onPath(program);
  const agent = await agentOn({
    'compile_flags.txt': '-std=c++17\n',
    'cart.hpp': '#pragma once\nstruct Cart {\n  /// What it costs.\n  int total() const;\n  int tax;\n};\n',
    'main.cpp': '#include "cart.hpp"\nint price(Cart cart) { return cart.to; }\n',
  });
  const asked = { file: 'main.cpp', snippet: 'cart.<<to>>;', documentation: true };
  expect((await agent.call('code_completions', asked)).value).toMatchObject({
    completions: [{ label: 'total', kind: 'method', detail: 'total() const: int' }],
    complete: true,
    engine: 'clangd 22.1.1',
  });
  // What stands in a header clangd knows from its index, which it builds beside.
  await vi.waitFor(
    async () => expect((await agent.call('code_completions', asked)).value).toMatchObject({ completions: [{ documentation: 'What it costs.' }] }),
    seconds(20),
  );
});

test('CSS, HTML and JSON: properties, tags and what a schema allows, without placeholders and images', async () => {
  const agent = await agentOn({
    'a.css': 'a { colo }\n',
    'a.html': '<di\n',
    'a.json': '{ "$schema": "./schema.json", "na" }\n',
    'schema.json': '{ "properties": { "name": { "type": "string", "description": "What it is called." }, "age": {} } }\n',
  });
  const css = await agent.call('code_completions', { file: 'a.css', snippet: 'a { <<colo>> }', documentation: true, limit: 3 });
  expect(css.value).toMatchObject({ prefix: 'colo', completions: expect.arrayContaining([expect.objectContaining({ label: 'color', kind: 'property' })]) });
  expect(JSON.stringify(css.value)).not.toMatch(/data:image|\$[0-9]/);
  expect((await agent.call('code_completions', { file: 'a.html', line: 1 })).value).toMatchObject({
    completions: expect.arrayContaining([expect.objectContaining({ label: 'div' })]),
  });
  expect((await agent.call('code_completions', { file: 'a.json', snippet: '"na<<>>"', documentation: true })).value).toMatchObject({
    completions: [{ label: 'name', text: '"name": ""', documentation: 'What it is called.' }],
  });
});

async function agentOn(files: Readonly<Record<string, string>>): Promise<Agent<Ide>> {
  const { agent, close } = await realAgentOn(files);
  onTestFinished(close);
  return agent;
}

// Calls where an engine has none, built from what it has: with the real engines.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { catalogue } from '../../../src/hosts/headless/languages/catalogue.ts';
import type { EngineRow } from '../../../src/hosts/headless/languages/engine/engineRow.ts';
import type { CallDirection } from '../../../src/ide/doors/languages.ts';
import { needs } from '../../support/testTools.ts';
import { onPath } from './onPath.ts';
import { live, openWorkspace, type Workspace } from './workspace.ts';

const node = {
  'tsconfig.json': JSON.stringify({ compilerOptions: { strict: true, module: 'nodenext', target: 'es2022' } }),
  'src/node.ts': `declare const DEV: boolean;
function create<T>(tag: string, child?: T): { tag: string } {
  return { tag: tag + String(child) };
}
function checked(tag: string): { tag: string } {
  return create(tag);
}
export const createNode = (DEV ? checked : create) as typeof create;
export const options = { create: () => 1 };
`,
  'src/page.ts': `import { createNode } from './node.js';
import * as nodes from './node.js';
export function page() {
  return [createNode('a'), createNode<number>('b', 1)];
}
export class View {
  render = (tag: string) => nodes.createNode(tag);
  show() {
    const make = createNode;
    return make;
  }
}
createNode('top');
`,
};

test('TypeScript: callers of a constant that holds a function through a condition', async () => {
  const workspace = await openWorkspace(node);
  const answer = await workspace.languages.calls(await workspace.place('src/node.ts', 'createNode'), 'callers', live());
  expect(answer).toMatchObject({ complete: true, value: { of: { name: 'createNode' }, note: expect.stringContaining('references') } });
  expect(await calls(workspace, 'src/node.ts', 'createNode', 'callers')).toEqual([
    'page src/page.ts:3:17 at 4, 4',
    'View/render src/page.ts:7:3 at 7',
    'page.ts src/page.ts:1:1 at 13',
  ]);
});

test('TypeScript: what is not callable stays so, whatever functions it holds inside', async () => {
  const workspace = await openWorkspace(node);
  expect(await workspace.languages.calls(await workspace.place('src/node.ts', 'options'), 'callers', live())).toMatchObject({ value: undefined });
});

test('TypeScript: callees of a constant that a call has made into a function, from what is called in it', async () => {
  const workspace = await openWorkspace({
    ...node,
    'src/wrapped.ts': `import { createNode } from './node.js';
function memo<F>(work: F): F { return work; }
// createNode('comment') is not a call
export const tagged = memo((tag: string) => { const twice = tag + 'createNode("x")'; return createNode(twice); });
`,
  });
  const answer = await workspace.languages.calls(await workspace.place('src/wrapped.ts', 'tagged'), 'callees', live());
  expect(answer.value?.note).toContain('called in the body');
  expect(await calls(workspace, 'src/wrapped.ts', 'tagged', 'callees')).toEqual(['memo src/wrapped.ts:2:10 at 4', 'createNode src/node.ts:8:14 at 4']);
});

test('C++: callees, in headers and sources, whether clangd returns them (from 20 on) or not', async (context) => {
  const [program = ''] = (await needs(context, 'clangd')).command;
  onPath(program);
  const files = {
    'compile_flags.txt': '-std=c++17\n-Iinclude\n',
    'include/cart.hpp': `namespace shop {
struct Cart { int size() const; };
int total(const Cart &cart);
template <typename T> T larger(T a, T b) { return a < b ? b : a; }
}
`,
    'src/main.cpp': `#include "cart.hpp"
int main() {
  shop::Cart cart;
  // larger(1, 2) is not a call here
  return shop::total(cart) + shop::larger<int>(1, 2) + cart.size() + cart.size();
}
`,
  };
  const expected = ['larger include/cart.hpp:4:25 at 5', 'size include/cart.hpp:2:19 at 5, 5', 'total include/cart.hpp:3:5 at 5'];
  expect((await calls(await openWorkspace(files), 'src/main.cpp', 'main', 'callees')).map(bare).sort()).toEqual(expected);
  const older = await openWorkspace(files, { rows: [withoutCallees(program)] });
  expect((await calls(older, 'src/main.cpp', 'main', 'callees')).map(bare).sort()).toEqual(expected);
});

function withoutCallees(program: string): EngineRow {
  const row = catalogue.find(({ id }) => id === 'clangd');
  if (row === undefined) throw new Error('there is no row clangd');
  const older = join(import.meta.dirname, 'olderServer.mjs');
  const command: EngineRow['command'] = (_, project) => ({ program: process.execPath, args: [older, program, ...row.command(program, project).args] });
  return { ...row, command };
}

// clangd names the class of a member or does not, as its version goes.
function bare(call: string): string {
  return call.replace(/^(?:\w+\/)*/, '');
}

async function calls(workspace: Workspace, path: string, name: string, direction: CallDirection): Promise<string[]> {
  const answer = await workspace.languages.calls(await workspace.place(path, name), direction, live());
  return (answer.value?.calls ?? []).map(({ callable, places }) => {
    const own = callable.container === undefined ? callable.name : `${callable.container}/${callable.name}`;
    return `${own} ${workspace.shown([callable.location])} at ${places.map(({ start }) => start.line + 1).join(', ')}`;
  });
}

// Declarations edited in real languages, with the outlines of real engines: text before, text after, and undo brings every byte back.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { needs } from '../../support/testTools.ts';
import { onPath } from '../languages/onPath.ts';
import { realAgentOn } from '../tools/realAgent.ts';

interface Case {
  readonly what: string;
  readonly file: string;
  readonly before: string;
  readonly name: string;
  readonly action: string;
  readonly text: string;
  readonly after: string;
}

const CART = `import { tax } from './tax.js';

/** What is bought. */
@sealed
export class Cart {
  items: number[] = [];

  // The sum.
  @logged({ level: 'info' })
  total(): number {
    return this.items.length;
  }

  clear() {}
}

export const double = (n: number) => n * 2;
export const LIMIT = 10;
`;

const typescript: readonly Case[] = [
  {
    what: 'a body, with comment and decorator kept',
    name: 'Cart/total',
    action: 'replace_body',
    text: 'const sum = 1;\nif (sum) {\n  return sum;\n}\nreturn 0;',
    after: CART.replace('    return this.items.length;\n', '    const sum = 1;\n    if (sum) {\n      return sum;\n    }\n    return 0;\n'),
    file: 'cart.ts',
    before: CART,
  },
  {
    what: 'a body given with its braces and too deep',
    name: 'Cart/total',
    action: 'replace_body',
    text: '{\n        return 7;\n      }',
    after: CART.replace('this.items.length', '7'),
    file: 'cart.ts',
    before: CART,
  },
  {
    what: 'an empty body on one line',
    name: 'Cart/clear',
    action: 'replace_body',
    text: 'this.items = [];',
    after: CART.replace('clear() {}', 'clear() {\n    this.items = [];\n  }'),
    file: 'cart.ts',
    before: CART,
  },
  {
    what: 'the expression of an arrow function',
    name: 'double',
    action: 'replace_body',
    text: 'n + n',
    after: CART.replace('n * 2', 'n + n'),
    file: 'cart.ts',
    before: CART,
  },
  {
    what: 'an expression that becomes a block',
    name: 'double',
    action: 'replace_body',
    text: 'return n + n;',
    after: CART.replace('n * 2;', '{\n  return n + n;\n};'),
    file: 'cart.ts',
    before: CART,
  },
  {
    what: 'a method replaced, comment and decorator kept',
    name: 'Cart/total',
    action: 'replace',
    text: 'async total(): Promise<number> {\n    return 1;\n  }',
    after: CART.replace('total(): number {\n    return this.items.length;', 'async total(): Promise<number> {\n    return 1;'),
    file: 'cart.ts',
    before: CART,
  },
  {
    what: 'a method replaced with a comment of its own',
    name: 'Cart/total',
    action: 'replace',
    text: '// Counted.\ntotal() {\n\treturn `a\nb`;\n}',
    after: CART.replace('// The sum.', '// Counted.').replace('total(): number {\n    return this.items.length;', 'total() {\n    return `a\nb`;'),
    file: 'cart.ts',
    before: CART,
  },
  {
    what: 'a constant replaced with its keywords',
    name: 'LIMIT',
    action: 'replace',
    text: 'export const LIMIT = 20;',
    after: CART.replace('LIMIT = 10', 'LIMIT = 20'),
    file: 'cart.ts',
    before: CART,
  },
  {
    what: 'a method before another, above its comment',
    name: 'Cart/total',
    action: 'insert_before',
    text: 'count() {\n  return 1;\n}',
    after: CART.replace('  // The sum.', '  count() {\n    return 1;\n  }\n\n  // The sum.'),
    file: 'cart.ts',
    before: CART,
  },
  {
    what: 'a method behind the last one',
    name: 'Cart/clear',
    action: 'insert_after',
    text: 'count() {\n  return 1;\n}',
    after: CART.replace('  clear() {}\n', '  clear() {}\n\n  count() {\n    return 1;\n  }\n'),
    file: 'cart.ts',
    before: CART,
  },
  {
    what: 'a function behind a class',
    name: 'Cart',
    action: 'insert_after',
    text: 'export function f() {\n  return 1;\n}',
    after: CART.replace('  clear() {}\n}\n', '  clear() {}\n}\n\nexport function f() {\n  return 1;\n}\n'),
    file: 'cart.ts',
    before: CART,
  },
  {
    what: 'a constant behind a constant, without a blank line',
    name: 'LIMIT',
    action: 'insert_after',
    text: 'export const LEAST = 1;',
    after: `${CART}export const LEAST = 1;\n`,
    file: 'cart.ts',
    before: CART,
  },
];

const LISTS = `export enum Colour {
  Red, // warm
  Green // cold
}
export enum One {
  Only,
}
export const shop = {
  name: 'http://a, b',
  open() {
    return true;
  },
  size: 1
};
export const alone = { inner: { value: 1 } };
export interface Plain {
  a: string;
}
`;

// Name, action, text, what stands in the place of what.
const listed: readonly Case[] = (
  [
    ['behind the last of an enum', 'Colour/Green', 'insert_after', 'Blue', 'Green // cold\n', 'Green, // cold\n  Blue\n'],
    ['with a comma of its own', 'Colour/Green', 'insert_after', 'Blue,', 'Green // cold\n', 'Green, // cold\n  Blue\n'],
    ['behind another', 'Colour/Red', 'insert_after', 'Blue // deep', 'Red, // warm\n', 'Red, // warm\n  Blue, // deep\n'],
    ['before the last', 'Colour/Green', 'insert_before', 'Blue', '  Green', '  Blue,\n  Green'],
    ['behind the only one, which has a comma', 'One/Only', 'insert_after', 'Other', '  Only,\n', '  Only,\n  Other,\n'],
    ['in the place of one', 'Colour/Red', 'replace', 'Blue,', 'Red, // warm', 'Blue, // warm'],
    ['behind the last of an object', 'shop/size', 'insert_after', "owner: 'me'", '  size: 1\n', "  size: 1,\n  owner: 'me'\n"],
    ['before a method of an object', 'shop/open', 'insert_before', "url: 'x // y'", '  open() {', "  url: 'x // y',\n  open() {"],
    ['behind a member of a type, without a comma', 'Plain/a', 'insert_after', 'b: string;', '  a: string;\n', '  a: string;\n  b: string;\n'],
  ] as const
).map(([what, name, action, text, old, now]) => ({ what, name, action, text, after: LISTS.replace(old, now), file: 'lists.ts', before: LISTS }));

const SHOP = `import os


@cached
def price(name: str) -> int:  # of one
    """What it costs."""
    return len(name)


class Shop:
    """Sells."""

    def open(self): return True

    @property
    def name(self) -> dict[str, int]:
        return {"a": 1}
`;

const python: readonly Case[] = [
  {
    what: 'a body, with its docstring kept',
    name: 'price',
    action: 'replace_body',
    text: 'if name:\n  return 1\nreturn 2',
    after: SHOP.replace('    return len(name)', '    if name:\n        return 1\n    return 2'),
    file: 'shop.py',
    before: SHOP,
  },
  {
    what: 'a body with a docstring of its own',
    name: 'price',
    action: 'replace_body',
    text: '"""New."""\nreturn 1',
    after: SHOP.replace('"""What it costs."""\n    return len(name)', '"""New."""\n    return 1'),
    file: 'shop.py',
    before: SHOP,
  },
  {
    what: 'a body on the line of its header',
    name: 'Shop/open',
    action: 'replace_body',
    text: 'return False',
    after: SHOP.replace('open(self): return True', 'open(self):\n        return False'),
    file: 'shop.py',
    before: SHOP,
  },
  {
    what: 'a function before another, above its decorator',
    name: 'price',
    action: 'insert_before',
    text: 'def tax():\n    return 1',
    after: SHOP.replace('@cached', 'def tax():\n    return 1\n\n\n@cached'),
    file: 'shop.py',
    before: SHOP,
  },
  {
    what: 'a method behind the last one',
    name: 'Shop/name',
    action: 'insert_after',
    text: 'def close(self):\n    pass',
    after: `${SHOP}\n    def close(self):\n        pass\n`,
    file: 'shop.py',
    before: SHOP,
  },
  {
    what: 'a decorator replaced by another',
    name: 'Shop/name',
    action: 'replace',
    text: '@staticmethod\ndef name():\n    return 1',
    after: SHOP.replace('@property\n    def name(self) -> dict[str, int]:\n        return {"a": 1}', '@staticmethod\n    def name():\n        return 1'),
    file: 'shop.py',
    before: SHOP,
  },
];

const TALLY = `package shop

// Total adds up.
func Total(prices []int) (int, error) {
	return len(prices), nil
}

// Cart holds.
type Cart struct {
	items []int
}
`;

const go: readonly Case[] = [
  {
    what: 'a body',
    name: 'Total',
    action: 'replace_body',
    text: 'if len(prices) == 0 {\n  return 0, nil\n}\nreturn 1, nil',
    after: TALLY.replace('\treturn len(prices), nil', '\tif len(prices) == 0 {\n\t\treturn 0, nil\n\t}\n\treturn 1, nil'),
    file: 'tally.go',
    before: TALLY,
  },
  {
    what: 'a function behind a type',
    name: 'Cart',
    action: 'insert_after',
    text: 'func (c Cart) Len() int {\n\treturn 1\n}',
    after: `${TALLY}\nfunc (c Cart) Len() int {\n\treturn 1\n}\n`,
    file: 'tally.go',
    before: TALLY,
  },
  {
    what: 'a type replaced, comment kept',
    name: 'Cart',
    action: 'replace',
    text: 'type Cart struct {\n\titems []string\n}',
    after: TALLY.replace('items []int', 'items []string'),
    file: 'tally.go',
    before: TALLY,
  },
];

test.each(typescript)('TypeScript: $what', (one) => check(one, { 'tsconfig.json': '{ "compilerOptions": { "noEmit": true, "types": [] } }' }));

test.each(listed)('TypeScript, members that commas part: $what', (one) =>
  check(one, { 'tsconfig.json': '{ "compilerOptions": { "noEmit": true, "types": [] } }' }),
);

test('TypeScript: CRLF stays CRLF', () => {
  const windows = (text: string) => text.replaceAll('\n', '\r\n');
  const [first] = typescript;
  if (first === undefined) throw new TypeError('no case');
  return check({ ...first, before: windows(CART), after: windows(first.after) }, { 'tsconfig.json': '{}' });
});

test.each(python)('Python: $what', (one) => check(one, {}));

test.for(go)('Go: $what', async (one, context) => {
  const [program = ''] = (await needs(context, 'gopls')).command;
  onPath(program);
  await check(one, { 'go.mod': 'module example.com/shop\n\ngo 1.21\n' });
});

test('by the syntax alone, where no server is there: Rust with lifetimes, and Ruby has no braces', async () => {
  const rust = "/// Longest.\n#[inline]\nfn longest<'a>(a: &'a str, b: &'a str) -> &'a str {\n    a\n}\n";
  onPath('');
  await check({ what: '', file: 'a.rs', before: rust, name: 'longest', action: 'replace_body', text: 'b', after: rust.replace('    a\n', '    b\n') }, {});
  const { agent, close } = await realAgentOn({ 'a.rb': 'def total\n  1\nend\n' });
  onTestFinished(close);
  const refusal = await agent.refusal('edit_symbol', { symbol: { file: 'a.rb', name: 'total' }, action: 'replace_body', text: '2' });
  expect(refusal).toMatchObject({ error: 'no_body', next: expect.stringContaining('edit_file') });
});

async function check({ file, before, name, action, text, after }: Case, others: Readonly<Record<string, string>>): Promise<void> {
  const { agent, close } = await realAgentOn({ ...others, [file]: before });
  onTestFinished(close);
  const read = () => readFile(join(agent.ide.project.path, file), 'utf8');
  const { value } = await agent.call('edit_symbol', { symbol: { file, name }, action, text });
  expect(await read()).toBe(after);
  await agent.call('undo', { change_id: value['changeId'] });
  expect(await read()).toBe(before);
}

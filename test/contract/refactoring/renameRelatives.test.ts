// A member that cannot be renamed alone: the refusal names those that need the same name, and one call renames them all. The language's own checker decides.
import { expect, onTestFinished, test } from 'vitest';
import { realAgentOn } from '../tools/realAgent.ts';

const OPTIONS = JSON.stringify({
  compilerOptions: { strict: true, target: 'es2022', module: 'preserve', moduleResolution: 'bundler', types: [], noEmit: true },
});

interface Row {
  readonly title: string;
  readonly files: Readonly<Record<string, string>>;
  readonly symbol: Readonly<Record<string, unknown>>;
  readonly newName: string;
  // Undefined where nothing else can be renamed that would help.
  readonly relatives?: readonly string[];
}

const rows: readonly Row[] = [
  {
    title: 'a type that fits another by its shape, declared elsewhere',
    files: {
      'tsconfig.json': OPTIONS,
      'priced.ts': 'export interface Priced {\n  price: number;\n}\nexport const total = (all: Priced[]) => all.reduce((sum, each) => sum + each.price, 0);\n',
      'item.ts': 'export interface Item {\n  name: string;\n  price: number;\n}\n',
      'shop.ts':
        "import type { Item } from './item';\nimport { total } from './priced';\nexport const bill = (items: Item[]) => total(items) + items.map(({ price }) => price).length;\n",
      'other.ts': 'export interface Ticket {\n  price: string;\n}\n',
    },
    symbol: { file: 'priced.ts', line: 2, name: 'price' },
    newName: 'cost',
    relatives: ['item.ts:3'],
  },
  {
    title: 'a key of an object that is passed on as options',
    files: {
      'tsconfig.json': OPTIONS,
      'run.ts':
        'export interface Options {\n  depth: number;\n}\nexport function run(options: Options) {\n  return options.depth;\n}\nconst defaults = { depth: 1, wide: true };\nexport const one = run(defaults);\nexport const two = run({ depth: 2 });\n',
    },
    symbol: { file: 'run.ts', line: 2, name: 'depth' },
    newName: 'level',
    relatives: ['run.ts:7'],
  },
  {
    title: 'the other member of a union in Python',
    files: {
      'shapes.py':
        'class Square:\n    def area(self) -> int:\n        return 1\n\n\nclass Circle:\n    def area(self) -> int:\n        return 2\n\n\ndef measure(shape: Square | Circle) -> int:\n    return shape.area()\n',
    },
    symbol: { file: 'shapes.py', line: 2, name: 'area' },
    newName: 'surface',
    relatives: ['shapes.py:7'],
  },
  {
    title: 'strings that types have for keys',
    files: {
      'tsconfig.json': OPTIONS,
      'person.ts':
        "export interface Person {\n  label: string;\n  age: number;\n}\nexport const get = <Key extends keyof Person>(person: Person, key: Key) => person[key];\nexport const short = (person: Pick<Person, 'label'>) => person.label;\n",
      'shown.ts': "import { get, type Person } from './person';\nexport const shown = (person: Person) => get(person, 'label');\n",
    },
    symbol: { file: 'person.ts', line: 2, name: 'label' },
    newName: 'title',
    relatives: ['shown.ts:2'],
  },
  {
    title: 'a union of strings, with those that are given for it',
    files: {
      'tsconfig.json': OPTIONS,
      'person.ts':
        "export interface Person {\n  label: string;\n  age: number;\n}\ntype Field = 'label' | 'age';\nexport const read = (person: Person, field: Field) => person[field];\nexport const shown = (person: Person) => read(person, 'label');\n",
    },
    symbol: { file: 'person.ts', line: 2, name: 'label' },
    newName: 'title',
    relatives: ['person.ts:5'],
  },
  {
    title: 'several types by their shape, and a use behind satisfies, among many namesakes',
    files: {
      'tsconfig.json': OPTIONS,
      ...Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`a${index}.ts`, `export interface A${index} {\n  label: number;\n}\n`])),
      'person.ts':
        "export interface Person {\n  label: string;\n}\nexport class Dog {\n  label = 'd';\n}\nexport const greet = (person: Person) => person.label;\nconst fixed = { label: 'a' } satisfies Person;\nexport const kept = fixed.label;\n",
      'shown.ts': "import { Dog, greet } from './person';\nconst found = { label: 'b' };\nexport const shown = greet(new Dog()) + greet(found);\n",
    },
    symbol: { file: 'person.ts', line: 2, name: 'label' },
    newName: 'title',
    relatives: ['shown.ts:2', 'person.ts:9', 'person.ts:5'],
  },
  {
    title: 'keys of a dictionary that Python types',
    files: {
      'people.py':
        'from typing import TypedDict\n\n\nclass Person(TypedDict):\n    label: str\n    age: int\n\n\nperson: Person = {"label": "a", "age": 1}\nprint(person["label"])\n',
    },
    symbol: { file: 'people.py', line: 5, name: 'label' },
    newName: 'title',
    relatives: ['people.py:9', 'people.py:10'],
  },
  {
    title: 'a type of a library that the name must fit is no relative',
    files: {
      'tsconfig.json': OPTIONS,
      'list.ts':
        'export class List {\n  length = 0;\n}\nexport const count = (given: ArrayLike<number>) => given.length;\nexport const own = (list: List) => count({ ...list });\n',
    },
    symbol: { file: 'list.ts', line: 2, name: 'length' },
    newName: 'size',
  },
];

test.for(rows)('$title', async ({ files, symbol, newName, relatives }) => {
  const real = await realAgentOn(files);
  onTestFinished(() => real.close());
  const { agent } = real;
  const refusal = await agent.refusal('rename_symbol', { symbol, new_name: newName });
  expect(refusal).toMatchObject({ error: 'new_errors' });
  if (relatives === undefined) {
    expect(refusal).not.toHaveProperty('relatives');
    expect(await agent.refusal('rename_symbol', { symbol, new_name: newName, relatives: true })).toMatchObject({ error: 'new_errors' });
    return;
  }
  expect(refusal).toMatchObject({
    next: expect.stringContaining('relatives: true'),
    relatives: expect.arrayContaining(relatives.map((place) => expect.objectContaining({ file: place.split(':')[0], line: Number(place.split(':')[1]) }))),
  });
  const { value } = await agent.call('rename_symbol', { symbol, new_name: newName, relatives: true });
  expect(value).toMatchObject({ applied: true, newErrors: [], notes: expect.arrayContaining([expect.stringContaining(relatives[0] ?? '')]) });
  expect((await agent.call('get_diagnostics', {})).value).toMatchObject({ counts: { error: 0 } });
  await agent.call('undo', { change_id: value['changeId'] });
  expect((await agent.call('get_diagnostics', {})).value).toMatchObject({ counts: { error: 0 } });
});

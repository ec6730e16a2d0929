// How planned texts are shown to engines that would build everything anew for a file that is opened with another text: a move with 130 importers took 29 s that way, and 6 as changes.
import { afterEach, expect, test, vi } from 'vitest';
import { LspClient } from '../../../src/wire/lspClient.ts';
import { live, openWorkspace } from './workspace.ts';

afterEach(() => vi.restoreAllMocks());

const IMPORTERS = 12;
const { notify } = LspClient.prototype;

test.each([
  [
    'typescript',
    {
      'tsconfig.json': '{ "compilerOptions": { "module": "NodeNext", "strict": true, "types": [] }, "include": ["src"] }',
      'src/cart.ts': 'export const total = 1;\n',
      ...Object.fromEntries(
        Array.from({ length: IMPORTERS }, (_, at) => [`src/use${at}.ts`, "import { total } from './cart.js';\nexport const due: number = total;\n"]),
      ),
    },
    'ts',
    "import { total } from './cart.js';\nexport const due: string = total;\n",
  ],
  [
    'python',
    {
      'src/cart.py': 'total: int = 1\n',
      ...Object.fromEntries(Array.from({ length: IMPORTERS }, (_, at) => [`src/use${at}.py`, 'from .cart import total\n\ndue: int = total\n'])),
    },
    'py',
    'from .cart import total\n\ndue: str = total\n',
  ],
])(
  '%s hears of each planned text as a change of the file as it is, and opens none of them twice',
  async (_, files: Readonly<Record<string, string>>, ending, planned) => {
    const workspace = await openWorkspace(files);
    const uris = await Promise.all(Array.from({ length: IMPORTERS }, async (_, at) => (await workspace.place(`src/use${at}.${ending}`, 'total')).uri));
    const opened: { readonly uri: string; readonly text: string }[] = [];
    const changed: string[] = [];
    vi.spyOn(LspClient.prototype, 'notify').mockImplementation(function (this: LspClient, method, params) {
      if (method === 'textDocument/didOpen' && 'textDocument' in params && 'text' in params.textDocument) opened.push(params.textDocument);
      if (method === 'textDocument/didChange' && 'contentChanges' in params) changed.push(params.textDocument.uri);
      return notify.call(this, method, params);
    });
    const texts = new Map(uris.map((uri) => [uri, planned]));
    const { value } = await workspace.languages.check({ uris, linted: [], texts }, live(), () => {});
    expect(
      value.compiled.files
        .filter(({ diagnostics }) => diagnostics.length > 0)
        .map(({ uri }) => uri)
        .sort(),
    ).toEqual([...uris].sort());
    expect(opened.filter(({ text }) => text === planned)).toEqual([]);
    for (const uri of uris) expect([opened.filter((one) => one.uri === uri).length, changed.includes(uri)]).toEqual([1, true]);
  },
);

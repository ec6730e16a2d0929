// Whatever says that nobody uses a Python symbol has looked in the whole project, and names the places where only the name is known.
import { expect, test } from 'vitest';
import { testPythonTable } from './pythonTable.ts';
import type { RefusedRow, Row } from './table.ts';

const rows: readonly Row[] = [
  {
    title: 'a constant that only another module uses, by the name of its module',
    before: { 'mod_a.py': '$0myvar = 3\n', 'main.py': 'import mod_a\n\nprint(mod_a.myvar)\n' },
    after: { 'mod_a.py': '', 'main.py': 'import mod_a\n\nprint(3)\n' },
  },
  {
    title: 'a constant that only another module uses, through a star',
    before: { 'mod_b.py': '$0starred = 3\nother = 4\n', 'main.py': 'from mod_b import *\n\nprint(starred, other)\n' },
    after: { 'mod_b.py': 'other = 4\n', 'main.py': 'from mod_b import *\n\nprint(3, other)\n' },
  },
  {
    title: 'a function that only another module calls, once',
    before: { 'mod_c.py': 'def $0twice(x):\n    return x * 2\n', 'main.py': 'import mod_c as m\n\nprint(m.twice(3))\n' },
    after: { 'mod_c.py': '', 'main.py': 'import mod_c as m\n\nprint(3 * 2)\n' },
  },
].map((row) => ({ ...row, tool: 'inline_symbol' }));

const refused: readonly RefusedRow[] = [
  {
    title: 'nothing that can be resolved uses it',
    tool: 'inline_symbol',
    error: 'refactoring_refused',
    before: { 'mod_d.py': '$0alone = 3\n', 'main.py': 'import mod_d\n\nprint(getattr(mod_d, "alone"))\n' },
    says: 'no code of the project that can be resolved uses alone; safe_delete looks for what cannot',
  },
  {
    title: 'a string that a program patches by',
    tool: 'inline_symbol',
    before: {
      'mod_e.py': '$0patched = 3\nprint(patched)\n',
      'test_e.py': 'from unittest.mock import patch\n\nwith patch("rows.mod_e.patched", 4):\n    pass\n',
    },
    says: 'test_e.py:3, where only the name is known',
  },
  {
    title: 'what getattr is asked for',
    before: { 'mod_f.py': '$0asked = 3\n', 'main.py': 'import mod_f\n\nprint(getattr(mod_f, "asked"))\n' },
    says: 'main.py:3, where only the name is known',
  },
  {
    title: 'a module that is found at run time',
    before: { 'mod_g.py': '$0found = 3\n', 'main.py': 'import importlib\n\nmod = importlib.import_module("mod_g")\nprint(mod.found)\n' },
    says: 'main.py:4, where only the name is known',
  },
  {
    title: 'an import that cannot be resolved',
    before: { 'pkg/mod_h.py': '$0imported = 3\n', 'main.py': 'from nowhere.mod_h import imported\n\nprint(imported)\n' },
    says: 'main.py:1, where only the name is known',
  },
  {
    title: 'an attribute of a value whose type nobody knows',
    before: { 'mod_i.py': 'class Box:\n    $0capacity = 3\n', 'main.py': 'def f(x):\n    return x.capacity\n' },
    says: 'main.py:2, where only the name is known',
  },
  {
    title: 'a method of a value whose type nobody knows',
    before: { 'mod_j.py': 'class Box:\n    def $0unpack(self):\n        return 3\n', 'main.py': 'def f(x):\n    return x.unpack()\n' },
    says: 'main.py:2, where only the name is known',
  },
].map((row) => ({ tool: 'safe_delete', error: 'possibly_used', ...row }));

const real = testPythonTable(rows, refused);

test('safe_delete: a word that only a comment, a namesake or a plain string holds is no use', async () => {
  const { agent } = real();
  await agent.call('write_file', { file: 'plain/shelf.py', text: 'class Shelf:\n    width_of_it = 3\n\n\nroomy_one = 1\n' });
  await agent.call('write_file', {
    file: 'plain/other.py',
    text: 'class Other:\n    width_of_it = 3\n\n\n# roomy_one\nprint("roomy_one", {"width_of_it": Other().width_of_it})\n',
  });
  for (const name of ['roomy_one', 'Shelf/width_of_it'])
    expect((await agent.call('safe_delete', { symbol: { file: 'plain/shelf.py', name }, preview: true })).value).toMatchObject({ applied: false });
});

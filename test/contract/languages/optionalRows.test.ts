// Files whose server most projects have not: nothing about the rest of the project waits for them, or is said to be incomplete for them.
import { expect, onTestFinished, test } from 'vitest';
import { live, openWorkspace } from './workspace.ts';

test('a project with files of optional servers that are not there: its symbols and diagnostics say nothing of these, and a question about such a file does', async () => {
  const before = { ...process.env };
  process.env['XDG_CACHE_HOME'] = '/nowhere';
  process.env['PATH'] = '';
  onTestFinished(() => {
    process.env['XDG_CACHE_HOME'] = before['XDG_CACHE_HOME'];
    process.env['PATH'] = before['PATH'];
  });
  const workspace = await openWorkspace({
    'pyproject.toml': '[project]\nname = "shop"\n',
    'api/cart.proto': 'syntax = "proto3";\nmessage Cart {}\n',
    'src/a.f90': 'program a\nend program a\n',
    justfile: 'build:\n    echo build\n',
    'cart.ts': 'export const total = 1;\n',
    'tsconfig.json': '{}',
  });
  const symbols = await workspace.languages.symbols('total', live());
  expect(symbols).toMatchObject({ complete: true, value: [{ name: 'total' }] });
  expect(symbols.notes).toBeUndefined();
  const all = (await workspace.documents.list({}, live())).map(({ uri }) => uri);
  const diagnosable = workspace.languages.diagnosable(all);
  expect(diagnosable.map((uri) => workspace.path(uri)).toSorted()).toEqual(['cart.ts', 'tsconfig.json']);
  const report = await workspace.languages.diagnostics([workspace.uri('pyproject.toml')], live(), () => {});
  expect(report).toMatchObject({
    value: { unserved: [workspace.uri('pyproject.toml')] },
    notes: [expect.stringMatching(/^tombi was not asked: There is no tombi on the PATH/)],
  });
  await expect(workspace.languages.symbols('Cart', live(), { language: 'proto' })).resolves.toMatchObject({
    notes: [expect.stringContaining('buf was not asked')],
  });
});

// What JSON means, asked of the real engine over real files.
import { expect, test } from 'vitest';
import { live, openWorkspace } from './workspace.ts';

test('diagnostics of files that nobody has opened, with comments only where they are allowed', async () => {
  const workspace = await openWorkspace({
    'data.json': '{ "a": 1, "a": 2 } // no\n',
    'settings/tsconfig.json': '{ "compilerOptions": {} } // yes\n',
    'tsconfig.app.json': '{\n  /* as Vite makes it */\n  "compilerOptions": {}, // and so\n}\n',
    'web.json': '{ "$schema": "https://example.com/schema.json", "fine": true }\n',
  });
  expect((await workspace.diagnosticsOf('data.json')).map(({ severity, message }) => [severity, message])).toEqual([
    ['warning', 'Duplicate object key'],
    ['warning', 'Duplicate object key'],
    ['error', 'Comments are not permitted in JSON.'],
  ]);
  expect(await workspace.diagnosticsOf('settings/tsconfig.json')).toEqual([]);
  expect((await workspace.diagnosticsOf('tsconfig.app.json')).map(({ message }) => message)).toEqual([]);
  expect(await workspace.diagnosticsOf('web.json')).toEqual([]);
});

test('a change is seen by the next call', async () => {
  const workspace = await openWorkspace({ 'data.json': '{' });
  expect(await workspace.diagnosticsOf('data.json')).toHaveLength(1);
  await workspace.write('data.json', '{}');
  expect(await workspace.diagnosticsOf('data.json')).toEqual([]);
});

test('an outline shows keys', async () => {
  const workspace = await openWorkspace({ 'data.json': '{ "one": { "two": 2 } }' });
  const answer = await workspace.languages.outline(workspace.uri('data.json'), live());
  expect(answer.value).toMatchObject([{ name: 'one', children: [{ name: 'two', detail: '2' }] }]);
});

test('what the server does not offer is an error that says so', async () => {
  const workspace = await openWorkspace({ 'data.json': '{ "one": 1 }' });
  await expect(workspace.references('data.json', 'one')).rejects.toMatchObject({ code: 'unsupported' });
});

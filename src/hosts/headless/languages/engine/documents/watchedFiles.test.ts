// Whether an engine hears of the files it cares for, and is left in peace otherwise.
import { expect, test } from 'vitest';
import { catalogue } from '../../catalogue.ts';
import { WatchedFiles } from './watchedFiles.ts';

test('sources and configuration are wanted, other files only when they were registered by name', () => {
  const row = catalogue.find(({ id }) => id === 'typescript');
  if (row === undefined) throw new Error('the catalogue has no TypeScript');
  const watched = new WatchedFiles(row, '/p');
  const wanted = () =>
    ['src/a.ts', 'tsconfig.json', 'package.json', 'tsconfig.app.json', 'README.md', 'data/x.custom'].filter((path) =>
      watched.wants({ uri: `file:///p/${path}`, kind: 'changed' }),
    );
  expect(wanted()).toEqual(['src/a.ts', 'tsconfig.json', 'package.json', 'tsconfig.app.json']);
  const method = 'workspace/didChangeWatchedFiles';
  watched.registered([
    { id: '1', method, registerOptions: { watchers: [{ globPattern: '/p/**/*' }, { globPattern: '**' }] } },
    { id: '2', method, registerOptions: { watchers: [{ globPattern: { baseUri: 'file:///p/data', pattern: '*.custom' } }] } },
    { id: '3', method: 'textDocument/diagnostic', registerOptions: { watchers: [{ globPattern: '**/*.md' }] } },
  ]);
  expect(wanted()).toEqual(['src/a.ts', 'tsconfig.json', 'package.json', 'tsconfig.app.json', 'data/x.custom']);
  watched.unregistered(['2']);
  expect(wanted()).toEqual(['src/a.ts', 'tsconfig.json', 'package.json', 'tsconfig.app.json']);
});

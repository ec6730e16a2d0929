// Is every way of saying no thrown in some test?
import { expect, test } from 'vitest';
import { filesUnder, textOf } from './house.ts';

const LISTS = [
  'src/ide/errors/errors.ts',
  'src/ide/errors/machineErrors.ts',
  'src/ide/errors/editErrors.ts',
  'src/ide/errors/editorErrors.ts',
  'src/ide/errors/debugErrors.ts',
  'src/ide/errors/gitErrors.ts',
  'src/ide/errors/reviewErrors.ts',
  'src/ide/errors/runErrors.ts',
  'src/ide/errors/testErrors.ts',
  'src/ide/errors/registrationErrors.ts',
  'src/ide/errors/settingErrors.ts',
  'src/ide/errors/windowErrors.ts',
  'src/ide/errors/companionErrors.ts',
  'src/ide/errors/agentErrors.ts',
  'src/ide/errors/worktreeErrors.ts',
  'src/ide/errors/serverErrors.ts',
];
const catalogue = LISTS.map(textOf).join('\n');
const codes = [...catalogue.matchAll(/new IdeError\(\s*'([a-z_]+)'/g)].map((match) => match[1] ?? '');

test('every error code appears in some test', () => {
  const tests = [...filesUnder('src', '.test.ts'), ...filesUnder('test', '.ts').filter((path) => !path.startsWith('test/tidy/'))].map(textOf).join('\n');
  expect(codes.length).toBeGreaterThan(20);
  expect(codes.filter((code) => !new RegExp(`\\b${code}\\b`).test(tests))).toEqual([]);
});

test('an error code is given out once', () => {
  expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([]);
});

test('every error is thrown by somebody', () => {
  const factories = [...catalogue.matchAll(/^export const (\w+) = /gm)].map((match) => match[1] ?? '');
  const product = filesUnder('src', '.ts')
    .filter((path) => !LISTS.includes(path) && !path.endsWith('.test.ts'))
    .map(textOf)
    .join('\n');
  expect(factories.filter((name) => !new RegExp(`\\b${name}\\b`).test(product))).toEqual([]);
});

test('errors are made only where they are listed', () => {
  const makers = filesUnder('src', '.ts').filter((path) => !LISTS.includes(path) && !path.endsWith('.test.ts') && /new IdeError\(/.test(textOf(path)));
  expect(makers).toEqual([]);
});

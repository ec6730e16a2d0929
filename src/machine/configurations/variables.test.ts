// Variables are filled in everywhere, and what cannot be known is said.
import { expect, test } from 'vitest';
import { filled } from './variables.ts';

const values = { root: '/shop', file: '/shop/src/cart.test.ts', environment: { HOME: '/home/me' }, inputs: { port: '80' } };

test('in texts, lists and objects', () => {
  expect(filled({ program: '${workspaceFolder}/a.js', args: ['${fileBasenameNoExtension}', '${relativeFile}'], n: 1 }, values)).toEqual({
    program: '/shop/a.js',
    args: ['cart.test', 'src/cart.test.ts'],
    n: 1,
  });
  expect(filled('${env:HOME}:${env:MISSING}:${input:port}:${workspaceFolderBasename}', values)).toBe('/home/me::80:shop');
});

test('what has no value here is refused with the reason', () => {
  expect(() => filled('${command:pick}', values)).toThrow('no meaning outside of VS Code');
  expect(() => filled('${input:name}', values)).toThrow('asks a person');
  expect(() => filled('${file}', { ...values, file: undefined })).toThrow('needs a file');
});

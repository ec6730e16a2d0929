// What configurations write of files that move, and which names lead to the same files afterwards.
import { expect, test } from 'vitest';
import { TextSnapshot } from '../../../ide/text.ts';
import { editedText } from '../../../ide/workspaceEdit.ts';
import { editsIn, isNamedBy } from './pathsInConfigs.ts';

const after = (file: string, config: object, from: string, to: string) => {
  const document = new TextSnapshot({ uri: `file:///project/${file}`, text: JSON.stringify(config), version: 0, languageId: 'json' });
  const { edits, keptNames } = editsIn(document, file, [{ from, to }]);
  return { config: JSON.parse(editedText(document, edits)), keptNames };
};

test('aliases follow their folder, also from a base', () => {
  const paths = { '~/*': ['./src/*'], both: ['./src/a.ts', './lib/a.ts'] };
  expect(after('tsconfig.json', { compilerOptions: { paths } }, 'src', 'source')).toEqual({
    config: { compilerOptions: { paths: { '~/*': ['./source/*'], both: ['./source/a.ts', './lib/a.ts'] } } },
    keptNames: ['~/*'],
  });
  const based = { compilerOptions: { baseUrl: './src', paths: { cart: ['cart/index.ts'] } } };
  expect(after('tsconfig.json', based, 'src/cart', 'src/model/cart').config).toEqual({
    compilerOptions: { baseUrl: './src', paths: { cart: ['model/cart/index.ts'] } },
  });
});

test('a package keeps the names that it gives and imports, and no name of another package is a path', () => {
  const config = { name: 'shop', exports: { '.': './a.ts', './cart': './cart.ts' }, imports: { '#cart': './cart.ts', '#dep': 'cart.ts' } };
  expect(after('package.json', config, 'cart.ts', 'model/cart.ts')).toEqual({
    config: { ...config, exports: { '.': './a.ts', './cart': './model/cart.ts' }, imports: { '#cart': './model/cart.ts', '#dep': 'cart.ts' } },
    keptNames: ['shop/cart', '#cart'],
  });
});

test('a configuration that moves names what stays from its new place', () => {
  const config = { extends: '../base.json', include: ['.'], references: [{ path: '../cart' }] };
  expect(after('app/tsconfig.json', config, 'app', 'apps/web').config).toEqual({
    extends: '../../base.json',
    include: ['.'],
    references: [{ path: '../../cart' }],
  });
  expect(after('tsconfig.json', { extends: '@tsconfig/node20', include: ['src'] }, 'tsconfig.json', 'config/tsconfig.json').config).toEqual({
    extends: '@tsconfig/node20',
    include: ['../src'],
  });
});

test('a star stands for anything', () => {
  expect(['~/cart', '~/', 'cart', '#cart', 'x~/cart'].filter((name) => isNamedBy(['~/*', '#cart'], name))).toEqual(['~/cart', '~/', '#cart']);
});

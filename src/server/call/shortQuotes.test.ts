// Whether an error repeats only a little of what came in, and keeps everything else that it says.
import { expect, test } from 'vitest';
import { fileNotFound, IdeError } from '../../ide/errors/errors.ts';
import { longTexts, shortened, withShortEchoes } from './shortQuotes.ts';

const long = `${'a'.repeat(2_000)}"\n${'b'.repeat(2_000)}`;

test('what is short stays as it is', () => {
  const error = fileNotFound('cart.ts');
  expect(withShortEchoes(error, { file: 'cart.ts' })).toBe(error);
});

test('a long argument is quoted by its beginning, in the message, the advice and the details', () => {
  const error = new IdeError('x', `There is no ${long}, only till.ts.`, `Do not say ${long}.`, { files: [long], count: 3 });
  const short = withShortEchoes(error, { file: long });
  expect(short.message).toMatch(/^There is no a{299}…, only till\.ts\.$/);
  expect(short.next.length).toBeLessThan(330);
  expect(short.details).toEqual({ files: [`${'a'.repeat(299)}…`], count: 3 });
  expect(short.code).toBe('x');
});

test('names of arguments count too, and many short ones together', () => {
  expect(withShortEchoes(new IdeError('x', `${long} is not an argument`, ''), { [long]: 1 }).message.length).toBeLessThan(330);
  const names = Array.from({ length: 5_000 }, (_, index) => `argument${index}`);
  const many = withShortEchoes(new IdeError('x', `${names.join(', ')} are no arguments`, 'y'), Object.fromEntries(names.map((name) => [name, 1])));
  expect(many.message.length).toBeLessThanOrEqual(1_000);
});

test('inside of JSON, and changed on its way, it is still recognised', () => {
  const texts = longTexts([long]);
  expect(JSON.parse(shortened(JSON.stringify({ message: `no ${long}!` }), texts))).toEqual({ message: `no ${'a'.repeat(299)}…!` });
  expect(shortened(`no ${long.replaceAll('\n', '')}`, texts).length).toBeLessThanOrEqual(1_000);
});

test('an answer that is long by itself is not cut', () => {
  const candidates = Array.from({ length: 200 }, (_, index) => ({ file: `src/file${index}.ts`, line: index }));
  const message = `could mean ${candidates.map(({ file }) => file).join(', ')}`;
  expect(withShortEchoes(new IdeError('ambiguous', message, 'choose', { candidates }), { name: 'total' })).toMatchObject({ message, details: { candidates } });
});

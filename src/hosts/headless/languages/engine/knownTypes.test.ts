// What stands above and below a type is asked for once, and never outlives a change.
import { expect, test } from 'vitest';
import { deferred } from '../../../../base/waiting/deferred.ts';
import type { TypeRelations } from '../../../../ide/doors/languages.ts';
import { KnownTypes } from './knownTypes.ts';
import type { PartialAnswer } from './partialAnswer.ts';

const range = { start: { line: 3, character: 6 }, end: { line: 3, character: 10 } };
const at = { uri: 'file:///shop.ts', position: range.start };
const cart = { name: 'Cart', kind: 'class', location: { uri: at.uri, range } } as const;
const whole: PartialAnswer<TypeRelations> = { value: { of: cart, related: [] }, gap: undefined };

test('the relations of a type are asked for once in each direction', async () => {
  const types = new KnownTypes();
  expect(await types.relations(at, 'up', async () => whole)).toBe(whole);
  expect(await types.relations(at, 'up', () => Promise.reject(new Error('asked again')))).toBe(whole);
  await expect(types.relations(at, 'down', () => Promise.reject(new Error('asked')))).rejects.toThrow('asked');
});

test('what the engine did not know wholly is asked again', async () => {
  const types = new KnownTypes();
  await types.relations(at, 'up', async () => ({ ...whole, gap: 'It is still reading.' }));
  expect(await types.relations(at, 'up', async () => whole)).toBe(whole);
});

test('an answer from before a change is not used after it', async () => {
  const types = new KnownTypes();
  const late = deferred<PartialAnswer<TypeRelations>>();
  const asked = types.relations(at, 'up', () => late.promise);
  types.forget();
  late.resolve({ ...whole, value: { of: { ...cart, name: 'Old' }, related: [] } });
  await asked;
  expect(await types.relations(at, 'up', async () => whole)).toBe(whole);
});

// Are an agent's own credentials, and what looks like one, kept out of what is kept, also where they are encoded?
import { expect, test } from 'vitest';
import { hidingFor } from './hiding.ts';

const OWN = 'quiet-horse-battery-1234';
const FORM = `ghp_${'a1B2'.repeat(9)}`;
const hide = hidingFor({ SCRIPTED_API_KEY: OWN, EDITOR: 'a-very-long-editor-name', SHORT_TOKEN: 'abc' });
const base64 = (text: string) => Buffer.from(text).toString('base64');

test.each([
  ['as it is', `key ${OWN}, key`],
  ['by its form', FORM],
  ['encoded', `{"data":"${base64(OWN)}"}`],
  ['encoded for an address', Buffer.from(`x?>${OWN}`).toString('base64url')],
  ['in an encoded text', base64(`{"a":1,"authorization":"Bearer ${FORM}","b":2}`)],
  ['by its form, encoded', base64(FORM)],
])('%s', (_, text) => {
  const hidden = hide(text);
  expect(hidden).toContain('[redacted]');
  for (const secret of [OWN, FORM, base64(OWN), base64(FORM)]) expect(hidden).not.toContain(secret);
});

test('what is no secret stays', () => {
  const text = `a-very-long-editor-name abc someVeryLongNameOfAFunctionInCamelCase 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08 ${base64('just a sentence that says nothing')}`;
  expect(hide(text)).toBe(text);
});

test('a megabyte without spaces is looked at once', () => {
  expect(hide('QUJD'.repeat(262_144))).toHaveLength(1_048_576);
});

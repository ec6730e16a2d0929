// What a call carries that nobody may read later: found by the name it stands under, and hidden wherever it is written.
import { expect, test } from 'vitest';
import { secretsIn, withoutSecrets } from './secrets.ts';

test('of environments, variables, assignments, flags and tables', () => {
  expect(secretsIn({ env: { API_TOKEN: 'abc-123-def', PATH: '/usr/bin' } })).toEqual(['abc-123-def']);
  expect(secretsIn({ name: 'password', value: '"hunter2!"' })).toEqual(['hunter2!']);
  expect(
    secretsIn({
      variables: [
        { name: 'db_password', value: "'open sesame'" },
        { name: 'limit', value: '10000' },
      ],
    }),
  ).toEqual(['open sesame']);
  expect(secretsIn({ result: { name: "user['api_key']", value: "'k-9876'" } })).toEqual(['k-9876']);
  expect(secretsIn({ watches: [{ id: 'w1', expression: 'session.token', value: 'tok4242' }] })).toEqual(['tok4242']);
  expect(secretsIn({ args: ['--verbose', '--password', 'swordfish', '--port', '8080'] })).toEqual(['swordfish']);
  expect(
    secretsIn({
      traces: [
        {
          columns: ['user', 'secret'],
          rows: [
            ['ada', 'xyzzy'],
            ['bob', 'plugh'],
          ],
        },
      ],
    }),
  ).toEqual(['xyzzy', 'plugh']);
});

test('an empty, short or abridged value is not treated as a secret', () => {
  expect(secretsIn({ name: 'token', value: 'None' })).toEqual([]);
  expect(secretsIn({ name: 'tokens', value: '42' })).toEqual([]);
  expect(secretsIn({ name: 'credentials', value: '{user: …}' })).toEqual([]);
  expect(secretsIn([undefined, null, 3, 'password'])).toEqual([]);
});

test('hidden in texts and in whatever holds them', () => {
  expect(withoutSecrets({ text: 'it is xyzzy, xyzzy', list: ['xyzzy', 1] }, ['xyzzy'])).toEqual({
    text: 'it is [redacted], [redacted]',
    list: ['[redacted]', 1],
  });
});

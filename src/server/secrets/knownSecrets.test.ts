// What is kept from a person who decides: values known to be secret, and nothing else.
import { expect, test } from 'vitest';
import { withoutKnownSecrets } from './knownSecrets.ts';

const environment = { GITHUB_TOKEN: 'abcdefghij1234567890', SHORT_TOKEN: 'abc', EVIL_SECRET: 'rm -rf ~; echo', PATH: '/usr/bin:/usr/local/bin' };

test('a known secret is hidden wherever it stands, and the place says so', () => {
  const given = { command: 'curl -H "Bearer abcdefghij1234567890" x', env: { abcdefghij1234567890: ['abcdefghij1234567890'] } };
  expect(withoutKnownSecrets(given, environment)).toEqual({
    command: 'curl -H "Bearer [hidden: the value of GITHUB_TOKEN]" x',
    env: { '[hidden: the value of GITHUB_TOKEN]': ['[hidden: the value of GITHUB_TOKEN]'] },
  });
});

test('what only looks like a secret, or could be a command, is shown', () => {
  const given = {
    command: 'password=x rm -rf ~; echo abc',
    password: 'touch pwned',
    token: 'ghp_0123456789012345678901234567890123',
    path: '/usr/bin:/usr/local/bin',
  };
  expect(withoutKnownSecrets(given, environment)).toEqual(given);
});

test('a text that pretends to hide something is shown to the byte', () => {
  const given = 'echo [hidden: the value of X] abcdefghij1234567890';
  expect(withoutKnownSecrets(given, environment)).toBe(given);
});

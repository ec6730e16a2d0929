// Secrets in the forms that people have them, and texts that would make a careless search for them take minutes.
import { expect, test } from 'vitest';
import { isSecretName, redacted, redactedText, shortenedText, shortenedValue } from './redaction.ts';

const word = (length: number) => 'aB3dE5gH7jK9mN1pQ2sT4vW6yZ8'.repeat(Math.ceil(length / 27)).slice(0, length);

const FORMS: Readonly<Record<string, readonly [text: string, secret: string]>> = {
  'a bearer token': [`curl -H "Authorization: Bearer ${word(24)}" x`, word(24)],
  'basic authentication': ['Basic dXNlcjpodW50ZXIy and more', 'dXNlcjpodW50ZXIy'],
  'the password in a URL': ['git clone https://ada:hunter2%21@example.org/x.git', 'hunter2%21'],
  'the password in a URL that was taken for a path': ['There is no file https:/ada:hunter2@example.org/x.git.', 'hunter2'],
  'a token of GitHub': [`push with ghp_${word(36)} now`, `ghp_${word(36)}`],
  'a fine-grained token of GitHub': [`github_pat_${word(22)}_${word(40)}`, `github_pat_${word(22)}_${word(40)}`],
  'a token of GitLab': [`glpat-${word(20)}`, `glpat-${word(20)}`],
  'a token of npm': [`//registry/:_authToken=npm_${word(36)}`, `npm_${word(36)}`],
  'a key of AWS': ['AKIAIOSFODNN7EXAMPLE', 'AKIAIOSFODNN7EXAMPLE'],
  'a temporary key of AWS': ['id ASIAIOSFODNN7EXAMPLE,', 'ASIAIOSFODNN7EXAMPLE'],
  'a secret key of AWS by its name': [`aws_secret_access_key = ${word(40)}`, word(40)],
  'a key of Google': [`AIza${word(35)}`, `AIza${word(35)}`],
  'a key of Stripe': [`sk_live_${word(24)}`, `sk_live_${word(24)}`],
  'a token of Slack': ['xoxb-1234567890-abcdefghij', 'xoxb-1234567890-abcdefghij'],
  'a JSON web token': [`x eyJ${word(20)}.eyJ${word(30)}.${word(43)} y`, `eyJ${word(20)}.eyJ${word(30)}.${word(43)}`],
  'a private key': [`-----BEGIN OPENSSH PRIVATE KEY-----\n${word(60)}\n${word(60)}\n-----END OPENSSH PRIVATE KEY-----\nafter`, `${word(60)}\n${word(60)}`],
  'a private key without its end': [`-----BEGIN RSA PRIVATE KEY-----\n${word(60)}`, word(60)],
  'the user of curl': ['curl -u ada:hunter2 http://127.0.0.1', 'hunter2'],
  'the user of curl in quotes': [`curl --user 'ada:open sesame' http://127.0.0.1`, 'open sesame'],
  'a .netrc': ['machine example.org login ada password hunter2', 'hunter2'],
  'pwd in a connection string': ['Server=db;Uid=ada;Pwd=hunter2;', 'hunter2'],
  'db_pwd in an environment': ['DB_PWD=hunter2 npm start', 'hunter2'],
  'a name with its type': ['password: str = "hunter2"', 'hunter2'],
  'a comparison': ["if password == 'hunter2':", 'hunter2'],
  Go: ['apiKey := "hunter2"', 'hunter2'],
  JSON: ['{"client_secret": "hunter2", "a": 1}', 'hunter2'],
  'a cookie': ['Cookie: session=abcdef; theme=dark\nHost: x', 'session=abcdef; theme=dark'],
};

for (const [name, [text, secret]] of Object.entries(FORMS))
  test(`hides ${name}, and nothing around it`, () => {
    const hidden = redactedText(text);
    expect(hidden).not.toContain(secret);
    expect(hidden).toContain('[redacted]');
    expect(redactedText(hidden)).toBe(hidden);
    const start = text.indexOf(secret);
    const before = text.slice(0, Math.min(start, 6)).trim();
    expect(hidden).toContain(before.startsWith('-----') ? '-----BEGIN' : before);
  });

test.each([
  'PWD=/home/ada/shop',
  'cd "$PWD" && pwd',
  'ssh://git@example.org/x.git',
  'http://localhost:3000/a?b=c',
  'const tokenizer = createTokenizer();',
  'Token::Kind kind = Token::Word;',
  'The Basic authentication of the bearer',
  'docker run -u 1000:1000 image',
  'passes: 3, tokens: 12',
])('leaves alone: %s', (text) => {
  expect(redactedText(text)).toBe(text);
});

test('names', () => {
  for (const name of ['password', 'DB_PASSWD', 'pwd', 'DB_PWD', "user['api_key']", 'AWS_SECRET_ACCESS_KEY', 'Cookie', '_auth'])
    expect(isSecretName(name), name).toBe(true);
  for (const name of ['PWD', 'OLDPWD', 'path', 'author']) expect(isSecretName(name), name).toBe(false);
});

// Each made the search for secrets quadratic, or would make a plausible other one so.
const HOSTILE: Readonly<Record<string, string>> = {
  'base64 without an end': 'QUJD',
  'beginnings of web tokens': 'eyJaaaaaaaaaaaaaaaa-',
  'web tokens without a signature': 'eyJaaaaaaaaaaaa.',
  'beginnings of keys': '-----BEGIN RSA PRIVATE KEY-----',
  'names without a value': 'token-',
  'names and colons': 'token:',
  'names and quotes': `token='`,
  'addresses without an end': '://a:b',
  'beginnings of bearers': 'Bearer ',
  'passwords of .netrc': 'login a ',
  spaces: ' ',
  assignments: '= ',
};

for (const [name, piece] of Object.entries(HOSTILE))
  test(`a megabyte of ${name} costs no more than its length`, () => {
    const time = (length: number) => {
      const text = piece.repeat(Math.ceil(length / piece.length));
      const started = process.cpuUsage();
      redactedText(text);
      const { user, system } = process.cpuUsage(started);
      return (user + system) / 1_000;
    };
    time(10_000);
    const [small, large] = [time(60_000), time(960_000)];
    // Sixteen times the text: a quadratic search takes 256 times as long.
    expect(large).toBeLessThan(Math.max(small, 2) * 64);
  });

test('a value of megabytes, of many members or of a hundred thousand levels is cut to what a history keeps', () => {
  expect(shortenedValue({ file: 'a.ts', text: 'word '.repeat(100_000), last: 1 }, 100)).toEqual({
    file: 'a.ts',
    text: expect.stringMatching(/^(?:word ){10,20}…$/),
  });
  expect(
    JSON.stringify(
      shortenedValue(
        Array.from({ length: 100_000 }, () => 7),
        1_000,
      ),
    ).length,
  ).toBeLessThan(1_000);
  let deep: unknown = 'end';
  for (let level = 0; level < 100_000; level++) deep = [deep];
  expect(JSON.stringify(shortenedValue(deep, 1_000))).toContain('…');
});

test('a value is cut before it is searched, and never in the middle of a word', () => {
  expect(shortenedText(`${'a '.repeat(50)}ghp_${word(36)} tail`, 110)).toBe(`${'a '.repeat(50)}…`);
  expect(shortenedText('short', 110)).toBe('short');
  expect(redacted({ token: 'x', list: ['ok', `glpat-${word(20)}`], n: 1 })).toEqual({ token: '[redacted]', list: ['ok', '[redacted]'], n: 1 });
});

// Whether the quick search for secrets hides exactly what the slow one does, whatever the text.
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { slowlyRedacted, slowlyRedactedText, slowlyWithoutSecrets } from '../../../test/support/slowRedaction.ts';
import { CUT, redacted, redactedText } from '../../base/text/redaction.ts';
import { withoutSecrets } from './secrets.ts';

const RUNS = 4_000;

const token = fc.string({ unit: fc.constantFrom(...'abcXYZ019_-+/=.'), minLength: 0, maxLength: 45 });
// What begins a form, names a value, stands between the two, or is nearly that.
const pieces = fc.constantFrom(
  ...[
    'sk-',
    'sk_live_',
    'rk_test_',
    'whsec_',
    'ghp_',
    'gho_',
    'ghr_',
    'github_pat_',
    'glpat-',
    'gldt-',
    'glcbt-',
    'glsoat-',
    'npm_',
    'pypi-',
    'hf_',
    'xoxb-',
    'xoxz-',
  ],
  ...[
    'xapp-',
    'AKIA',
    'ASIA',
    'AIza',
    'ya29.',
    'GOCSPX-',
    'eyJ',
    'Bearer ',
    'bearer\t',
    'Bearer',
    'Basic ',
    'basic dXNlcjpwYXNz',
    'https://user:',
    '@host',
    ':/',
    '-u ',
    '--user=me:',
  ],
  ...[
    '--proxy-user ',
    'login me password ',
    'login me account x password ',
    '-----BEGIN RSA PRIVATE KEY-----',
    '-----END RSA PRIVATE KEY-----',
    'PRIVATE KEY-----',
  ],
  ...[
    'password',
    'PassWord',
    'passwd',
    'passphrase',
    'secret',
    'TOKEN',
    'api_key',
    'api-key',
    'accesskey',
    'Authorization',
    'cookie',
    'credentials',
    'credential',
    'private-key',
  ],
  ...[
    'auth',
    '.auth',
    'oauth',
    'PWD',
    'OLDPWD',
    'pwd',
    'monkey',
    'cart',
    "user['",
    "']",
    ']',
    ')',
    '"',
    "'",
    '`',
    '\\',
    '\\"',
    '=',
    ': ',
    ':',
    '::',
    '=>',
    '==',
    '===',
    ' != ',
    ' := ',
  ],
  ...[': string = ', ' ', '  ', '\n', '\r\n', '\t', '\u00a0', '\u2028', ',', ';', '{', '}', CUT, CUT + CUT, '[redacted]', 'ſ', 'K', 'ü', '😀', '\ud800'],
);
const text = fc
  .array(fc.oneof({ weight: 5, arbitrary: pieces }, { weight: 2, arbitrary: token }, { weight: 1, arbitrary: fc.string() }), { maxLength: 40 })
  .map((parts) => parts.join(''));

const secret = fc.oneof(
  fc.string({ minLength: 4, maxLength: 30 }),
  fc.string({ unit: fc.constantFrom(...'ab \n"\\/é'), minLength: 4, maxLength: 12 }),
  fc.constantFrom('hunter2!', 'redacted', '[redacted]x', 'a  b', 'aaaa', 'aaaaaa', 'pass word\n"quoted"', 'ünïcode-secret'),
);
const secrets = fc.oneof(fc.array(secret, { minLength: 1, maxLength: 4 }), fc.array(secret, { minLength: 8, maxLength: 60 }));

const forms: readonly ((secret: string) => string)[] = [
  (whole) => whole,
  (whole) => JSON.stringify(whole),
  (whole) => JSON.stringify(JSON.stringify(whole)),
  (whole) => encodeURIComponent(Buffer.from(whole).toString()),
  (whole) => Buffer.from(whole).toString('base64'),
  (whole) => whole.replaceAll(/\s+/g, ' '),
];

test('hides the same forms and named values', () => {
  fc.assert(
    fc.property(text, (given) => {
      expect(redactedText(given)).toBe(slowlyRedactedText(given));
    }),
    { numRuns: RUNS },
  );
});

test('hides the same in every member of a value, and changes neither the value nor one without secrets', () => {
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 12 },
      text,
      fc.integer(),
      fc.constant(null),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(pieces, tie('value'), { maxKeys: 3 }),
    ),
  }));
  fc.assert(
    fc.property(value, (given) => {
      const before = structuredClone(given);
      const hidden = redacted(given);
      expect(hidden).toEqual(slowlyRedacted(before));
      expect(given).toEqual(before);
      if (isDeepStrictEqual(hidden, before)) expect(hidden).toBe(given);
    }),
    { numRuns: RUNS / 4 },
  );
});

test('hides the same of a text that was cut anywhere', () => {
  fc.assert(
    fc.property(text, fc.nat(), (given, at) => {
      const cut = `${given.slice(0, at % (given.length + 1))}${CUT}`;
      expect(redactedText(cut)).toBe(slowlyRedactedText(cut));
    }),
    { numRuns: RUNS },
  );
});

test('hides the same secrets of calls in every form of them, also across cuts', () => {
  const mixed = secrets.chain((known) =>
    fc.tuple(
      fc.constant(known),
      fc.array(
        fc.oneof(
          fc.tuple(fc.constantFrom(...known), fc.constantFrom(...forms), fc.nat(40)).map(([one, form, cut]) => {
            const written = form(one);
            return cut < written.length ? `${written.slice(0, cut)}${CUT}` : written;
          }),
          fc.string({ maxLength: 12 }),
          fc.constantFrom(CUT, '[redacted]', ' '),
        ),
        { maxLength: 12 },
      ),
    ),
  );
  fc.assert(
    fc.property(mixed, ([known, parts]) => {
      const given = { text: parts.join(''), list: parts, [parts[0] ?? 'name']: 1 };
      expect(withoutSecrets(given, known)).toEqual(slowlyWithoutSecrets(given, known));
    }),
    { numRuns: RUNS },
  );
});

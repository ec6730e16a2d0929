// How secrets are hidden without looking first whether there can be any: each pattern at each character, each secret in turn. What is quicker must hide the same.
import { CUT, HIDDEN, isSecretName } from '../../src/base/text/redaction.ts';

const LONGEST_NAME = 200;
const LONGEST_WORD = 4_096;
const SHORTEST = 4;
const MOST_SECRETS = 1_000;
const MOST_HALVES = 100;
const WORKING_FOLDER = /^(?:OLD)?PWD$/;

export function slowlyRedactedText(text: string): string {
  return withoutNamedSecrets(withoutForms(withoutPrivateKeys(text)));
}

export function slowlyRedacted(value: unknown): unknown {
  if (typeof value === 'string') return slowlyRedactedText(value);
  if (Array.isArray(value)) return value.map(slowlyRedacted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [slowlyRedactedText(name), typeof inner === 'string' && isSecretName(name) ? HIDDEN : slowlyRedacted(inner)]),
  );
}

export function slowlyWithoutSecrets(value: unknown, secrets: readonly string[]): unknown {
  if (secrets.length === 0) return value;
  // Nobody has so many; whoever sends them wants the search for them to take long.
  if (secrets.length > MOST_SECRETS) return HIDDEN;
  return withoutWritten(
    value,
    [...new Set(secrets.flatMap(writings))].toSorted((a, b) => b.length - a.length),
  );
}

// As it is, in JSON, and in one line.
function writings(secret: string): readonly string[] {
  return [secret, JSON.stringify(secret).slice(1, -1), secret.replaceAll(/\s+/g, ' ')];
}

function withoutWritten(value: unknown, secrets: readonly string[]): unknown {
  if (typeof value === 'string')
    return withoutHalves(
      secrets.reduce((text, secret) => text.replaceAll(secret, HIDDEN), value),
      secrets,
    );
  if (Array.isArray(value)) return value.map((inner) => withoutWritten(inner, secrets));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [String(withoutWritten(name, secrets)), withoutWritten(inner, secrets)]));
}

// Of a secret that lay across the place where a text was cut.
function withoutHalves(text: string, secrets: readonly string[]): string {
  if (!text.includes(CUT)) return text;
  const pieces = text.split(CUT);
  return pieces.map((piece, index) => (index === pieces.length - 1 ? piece : secrets.reduce(withoutHalf, piece))).join(CUT);
}

function withoutHalf(text: string, secret: string): string {
  const beginning = secret.slice(0, SHORTEST);
  let tried = 0;
  for (let at = text.indexOf(beginning, Math.max(0, text.length - secret.length)); at !== -1; at = text.indexOf(beginning, at + 1)) {
    tried += 1;
    // Whoever repeats the beginning that often wants the search to take long.
    if (tried > MOST_HALVES || secret.startsWith(text.slice(at))) return `${text.slice(0, at)}${HIDDEN}`;
  }
  return text;
}

// Each begins with letters of its own and ends where its characters end, so that no place is read more than a few times.
const PLAIN_FORMS = [
  String.raw`sk-[\w-]{16,}`,
  String.raw`(?:sk|rk)_(?:live|test)_\w{10,}`,
  String.raw`whsec_[\w+/=]{16,}`,
  String.raw`gh[pousr]_[A-Za-z0-9]{20,}`,
  String.raw`github_pat_\w{20,}`,
  String.raw`gl(?:pat|dt|rt|cbt|ptt|ft|soat)-[\w-]{16,}`,
  String.raw`npm_[A-Za-z0-9]{30,}`,
  String.raw`pypi-[\w-]{30,}`,
  String.raw`hf_[A-Za-z0-9]{20,}`,
  String.raw`xox[abeoprs]-[\w-]{10,}`,
  String.raw`xapp-[\w-]{10,}`,
  String.raw`(?:AKIA|ASIA)[0-9A-Z]{16}`,
  String.raw`AIza[\w-]{35}`,
  String.raw`ya29\.[\w-]{20,}`,
  String.raw`GOCSPX-[\w-]{20,}`,
];
const PLAIN_FORM = new RegExp(String.raw`(?<![A-Za-z0-9])(?:${PLAIN_FORMS.join('|')})`, 'g');
// Only where a word begins: each word is then read once, however often it says eyJ.
const WEB_TOKEN = /(?<![\w-])eyJ[\w-]{10,}(?:\.[\w-]{10,}(?:\.[\w-]*){0,3}|\.\.[\w-]{10,}(?:\.[\w-]*){0,2}|$|(?=…))/g;
// Too short for its form, because the rest is cut off.
const CUT_FORM =
  /(?<![A-Za-z0-9])(?:sk[-_]|rk_|whsec_|gh[pousr]_|github_pat_|gl(?:pat|dt|rt|cbt|ptt|ft|soat)-|npm_|pypi-|hf_|xox[abeoprs]-|xapp-|A[KS]IA|AIza|ya29\.|GOCSPX-|eyJ|[Bb]earer\s{1,8})[\w.-]*(?=…)/g;
const BEARER = /(\b[Bb]earer\s{1,8})[\w.~+/-]{8,}=*/g;
const BASIC = /(\b[Bb]asic\s{1,8})([A-Za-z0-9+/]{6,}={0,2})/g;
// With one slash where the address was taken for a path.
const USER_INFO = /(:\/\/?[^\s/?#@:"'<>]{0,256}:)[^\s/?#@"'<>]{1,1024}(?=@)/g;
const USER_FLAG = /((?:^|\s)(?:-u|--user|--proxy-user)[ =]?)(?:(["'])([^\s:"']{0,256}:)[^"'\n]{1,1024}\2|([^\s:"']{0,256}:)(?!\d+(?:\s|$))[^\s"']{1,1024})/g;
const NETRC = /(\blogin\s{1,8}\S{1,256}\s{1,8}(?:account\s{1,8}\S{1,256}\s{1,8})?password\s{1,8})\S{1,1024}/g;

// Each with the words without which it is not there: looking for a word takes a fraction of the time.
const FORMS: readonly { readonly words: readonly string[]; hide(text: string): string }[] = [
  { words: ['eyJ'], hide: (text) => text.replace(WEB_TOKEN, HIDDEN) },
  { words: ['earer'], hide: (text) => text.replace(BEARER, `$1${HIDDEN}`) },
  {
    words: ['asic'],
    hide: (text) => text.replace(BASIC, (whole, name: string, value: string) => (isUserAndPassword(value) ? `${name}${HIDDEN}` : whole)),
  },
  { words: [':/'], hide: (text) => text.replace(USER_INFO, `$1${HIDDEN}`) },
  {
    words: ['-u', '--proxy-user'],
    hide: (text) => text.replace(USER_FLAG, (_, flag: string, quote = '', quoted = '', bare = '') => `${flag}${quote}${quoted}${bare}${HIDDEN}${quote}`),
  },
  { words: [CUT], hide: (text) => text.replace(CUT_FORM, HIDDEN) },
  { words: ['login'], hide: (text) => text.replace(NETRC, `$1${HIDDEN}`) },
];

function withoutForms(text: string): string {
  const plain = text.replace(PLAIN_FORM, HIDDEN);
  return FORMS.reduce((hidden, { words, hide }) => (words.some((word) => hidden.includes(word)) ? hide(hidden) : hidden), plain);
}

// The word stands in prose too.
function isUserAndPassword(encoded: string): boolean {
  return encoded.length <= LONGEST_WORD && /^[\x20-\x7e]*:[\x20-\x7e]*$/.test(Buffer.from(encoded, 'base64').toString('latin1'));
}

const KEY_BEGINS = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY-----/g;
const KEY_ENDS = /-----END [A-Z0-9 ]{0,40}PRIVATE KEY-----/g;

// To the end of the text where the key has none: it was cut.
function withoutPrivateKeys(text: string): string {
  if (!text.includes('PRIVATE KEY-----')) return text;
  const pieces: string[] = [];
  let from = 0;
  KEY_BEGINS.lastIndex = 0;
  for (let begin = KEY_BEGINS.exec(text); begin !== null; begin = KEY_BEGINS.exec(text)) {
    KEY_ENDS.lastIndex = KEY_BEGINS.lastIndex;
    const end = KEY_ENDS.exec(text);
    pieces.push(text.slice(from, KEY_BEGINS.lastIndex), `\n${HIDDEN}\n`);
    if (end === null) return pieces.join('');
    from = end.index;
    KEY_BEGINS.lastIndex = KEY_ENDS.lastIndex;
  }
  return pieces.length === 0 ? text : [...pieces, text.slice(from)].join('');
}

const ASSIGNMENT = /[=:]/g;
// Not ::, => or a comparison with something that is no literal.
const OPERATOR = /(?::=|===?|=(?!>)|:(?!:))[^\S\n]{0,32}/y;
const TYPE_BETWEEN = /[\w<>[\], .|]{1,40}?=(?![=>])[^\S\n]{0,32}/y;
const BARE_VALUE = /[^\s,;)}\]"'`]{3,}/y;
const MOST_ESCAPES = 8;
// Of a header, which goes to the end of its line or of the text that quotes it.
const HEADER_VALUE = /[^\n"'`]{3,}/y;
// Characters between a name and its sign.
const MOST_BETWEEN = 8;
const NAMED_IN_TEXT =
  /(?:pass(?:word|wd|phrase)|secret|token|api[-_]?key|access[-_]?key|authorization|cookie|credentials?|private[-_]?key|(?:^|[_.-])auth|pwd)$/i;
// One of these is in each such name.
const NAMING_WORDS = ['pass', 'secret', 'token', 'key', 'cookie', 'credential', 'auth', 'pwd'];
const HEADER = /(?:authorization|cookie)$/i;

// Found by what stands between a name and its value: there are fewer of those than words that could be names.
function withoutNamedSecrets(text: string): string {
  const lower = text.toLowerCase();
  if (!NAMING_WORDS.some((word) => lower.includes(word))) return text;
  const pieces: string[] = [];
  let from = 0;
  ASSIGNMENT.lastIndex = 0;
  for (let sign = ASSIGNMENT.exec(text); sign !== null; sign = ASSIGNMENT.exec(text)) {
    const name = nameBefore(text, Math.max(from, sign.index - LONGEST_NAME), sign.index);
    const value = name === undefined ? undefined : valueAfter(text, sign.index, name);
    if (value === undefined) continue;
    pieces.push(text.slice(from, value.start), HIDDEN);
    from = value.end;
    ASSIGNMENT.lastIndex = value.end;
  }
  return pieces.length === 0 ? text : [...pieces, text.slice(from)].join('');
}

// Read backwards from the sign, and no further than a name can be long: also past the end of user['password'], a quote or spaces.
function nameBefore(text: string, from: number, to: number): string | undefined {
  const spaces = backOver(/[\s!]/, text, Math.max(from, to - MOST_BETWEEN), to);
  const end = backOver(/["'\\\])]/, text, Math.max(from, spaces - MOST_BETWEEN), spaces);
  const name = text.slice(backOver(/[\w.-]/, text, from, end), end);
  return NAMED_IN_TEXT.test(name) && !WORKING_FOLDER.test(name) ? name : undefined;
}

function backOver(character: RegExp, text: string, from: number, to: number): number {
  let at = to;
  while (at > from && character.test(text[at - 1] ?? '')) at--;
  return at;
}

function valueAfter(text: string, at: number, name: string): { start: number; end: number } | undefined {
  let start = matchEnd(OPERATOR, text, at);
  if (start === undefined) return undefined;
  if (text[at] === ':') start = matchEnd(TYPE_BETWEEN, text, start) ?? start;
  const isComparison = text[at + 1] === '=' && text[at] === '=';
  const isQuoted = /["'`\\]/.test(text[start] ?? '');
  if (isComparison && !isQuoted) return undefined;
  const isHeader = HEADER.test(name) && !isQuoted;
  if (!isHeader && text.startsWith(HIDDEN, start)) return undefined;
  const end = isHeader ? matchEnd(HEADER_VALUE, text, start) : (quotedEnd(text, start) ?? matchEnd(BARE_VALUE, text, start));
  return end === undefined ? undefined : { start, end };
}

// Behind the quote that is escaped as the first one is, or where the text was cut before it.
// An opening quote closes any earlier one of its kind, so that a line is read to its end at most once for each kind.
function quotedEnd(text: string, start: number): number | undefined {
  let open = start;
  while (text[open] === '\\' && open - start < MOST_ESCAPES) open++;
  const quote = text[open];
  if (quote !== '"' && quote !== "'" && quote !== '`') return undefined;
  if (text[open + 1] === quote) return undefined;
  const escapes = open - start;
  let backslashes = 0;
  let firstQuote: number | undefined;
  let lastCut: number | undefined;
  for (let at = open + 1; at < text.length; at++) {
    const character = text[at];
    if (character === '\n') return lastCut ?? firstQuote;
    if (character === quote) {
      if (escapes === 0 ? backslashes % 2 === 0 : backslashes === escapes) return at + 1;
      firstQuote ??= at + 1;
    }
    if (character === CUT) lastCut = at;
    backslashes = character === '\\' ? backslashes + 1 : 0;
  }
  return text.length;
}

function matchEnd(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

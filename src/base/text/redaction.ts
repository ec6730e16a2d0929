// What must never reach history, logs or exports: values whose name, or whose own form, says that they are secret.
// Every search here is linear in the length of its text, because arguments of megabytes come from outside.
import { backOver, isOneOf, isPairBefore, isSpace, isWord, type LetterPairs, letterPairs } from './characters.ts';

export const HIDDEN = '[redacted]';
// Where a text was cut: a secret that begins before it may have no end.
export const CUT = '…';
const CUT_CODE = CUT.charCodeAt(0);
const LONGEST_NAME = 200;
// Longer than any token that would be cut in half.
const LONGEST_WORD = 4_096;
const DEEPEST = 32;
// Quotes, a colon and a comma.
const AROUND_A_MEMBER = 4;

const isClosing = isOneOf('"\'\\])');
const isSpaceOrBang = (code: number) => code === 0x21 || isSpace(code);
const isNoSpace = (code: number) => !isSpace(code);
// Of what a name, a key or a token is made.
const isInName = (code: number) => isWord(code) || code === 0x2e || code === 0x2d;

const SECRET_NAME = /pass(?:word|wd|phrase)?$|secret|token|api[-_]?key|access[-_]?key|authorization|cookie|credential|private[-_]?key|(?:^|[._-])auth$|pwd$/i;
// The folder that a shell is in.
const WORKING_FOLDER = /^(?:OLD)?PWD$/;

// Of a variable, a member as in user['password'], a header or a flag.
export function isSecretName(name: unknown): boolean {
  if (typeof name !== 'string' || name.length > LONGEST_NAME) return false;
  const known = knownNames.get(name);
  if (known !== undefined) return known;
  const isSecret = SECRET_NAME.test(name.replace(/[\]'")]+$/, '')) && !WORKING_FOLDER.test(name);
  if (knownNames.size >= MOST_KNOWN_NAMES) knownNames.clear();
  knownNames.set(name, isSecret);
  return isSecret;
}

// Answers name the same few members thousands of times.
const knownNames = new Map<string, boolean>();
const MOST_KNOWN_NAMES = 1_000;

// The same object where nothing in it is hidden, as in most: looking costs less than another one.
export function redacted(value: unknown): unknown {
  if (typeof value === 'string') return redactedText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const hidden = value.map(redacted);
    return hidden.every((inner, index) => inner === value[index]) ? value : hidden;
  }
  let isHidden = false;
  const members = Object.entries(value);
  for (const member of members) {
    const [name, inner]: [string, unknown] = member;
    const shown = typeof inner === 'string' && isSecretName(name) ? HIDDEN : redacted(inner);
    member[0] = redactedText(name);
    member[1] = shown;
    isHidden ||= shown !== inner || member[0] !== name;
  }
  return isHidden ? Object.fromEntries(members) : value;
}

// Also of what looks like a variable and its value, as debuggers and environments print them.
export function redactedText(text: string): string {
  return text.length <= SHORT && !mayHoldSecret(text) ? text : withoutNamedSecrets(withoutForms(withoutPrivateKeys(text)));
}

// Names, paths and captions: each is looked at once, where the searches below look twenty times, which is quicker only in long texts.
const SHORT = 256;
const MARKS = new Uint8Array(128);
for (const mark of '=:-_A2JBbg') MARKS[mark.charCodeAt(0)] = 1;

// Without one of these there is none of the forms below, no private key and no name with its value.
function mayHoldSecret(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < MARKS.length ? MARKS[code] === 1 && isMark(text, at) : code === CUT_CODE) return true;
  }
  return false;
}

function isMark(text: string, at: number): boolean {
  switch (text[at]) {
    case '-':
      return isPairBefore(BEFORE_DASH, text, at) || text[at + 1] === 'u' || text[at - 1] === 'Y';
    case '_':
      return isPairBefore(BEFORE_UNDERSCORE, text, at);
    case 'A':
      return text[at + 1] === 'K' || text[at + 1] === 'S' || text[at + 1] === 'I';
    case '2':
      return text[at - 1] === 'a';
    case 'J':
      return text[at - 1] === 'y';
    case 'B':
    case 'b':
      return text.startsWith('earer', at + 1) || text.startsWith('asic', at + 1);
    case 'g':
      return text.startsWith('in', at + 1);
    default:
      return true;
  }
}

// A long text up to its last whole word, so that no secret is cut in half and then not recognised.
export function shortenedText(text: string, longest: number): string {
  if (text.length <= longest) return text;
  return `${wholeWords(text, longest)}${CUT}`;
}

function wholeWords(text: string, longest: number): string {
  return text.length <= longest ? text : text.slice(0, backOver(isNoSpace, text, Math.max(0, longest - LONGEST_WORD), longest));
}

// The same value with at most so many characters of text in it, and no deeper than anybody reads. Texts are shortened as the caller says.
export function shortenedValue(value: unknown, longest: number, shortenText = shortenedText): unknown {
  let left = longest;
  const shorten = (inner: unknown, depth: number): unknown => {
    if (left <= 0 || depth > DEEPEST) return CUT;
    if (typeof inner === 'string') {
      const text = shortenText(inner, left);
      left -= text.length;
      return text;
    }
    if (typeof inner !== 'object' || inner === null) return inner;
    const entries: (readonly [string, unknown])[] = [];
    for (const [name, member] of Object.entries(inner)) {
      left -= name.length + AROUND_A_MEMBER;
      entries.push([name, shorten(member, depth + 1)]);
      if (left <= 0) break;
    }
    return Array.isArray(inner) ? entries.map(([, member]) => member) : Object.fromEntries(entries);
  };
  return shorten(value, 0);
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
// Bearer and the spaces behind it, with the character before.
const LONGEST_BEFORE_WORD = 16;
const BEARER = /(\b[Bb]earer\s{1,8})[\w.~+/-]{8,}=*/g;
const BASIC = /(\b[Bb]asic\s{1,8})([A-Za-z0-9+/]{6,}={0,2})/g;
// With one slash where the address was taken for a path.
const USER_INFO = /(:\/\/?[^\s/?#@:"'<>]{0,256}:)[^\s/?#@"'<>]{1,1024}(?=@)/g;
const USER_FLAG = /((?:^|\s)(?:-u|--user|--proxy-user)[ =]?)(?:(["'])([^\s:"']{0,256}:)[^"'\n]{1,1024}\2|([^\s:"']{0,256}:)(?!\d+(?:\s|$))[^\s"']{1,1024})/g;
const NETRC = /(\blogin\s{1,8}\S{1,256}\s{1,8}(?:account\s{1,8}\S{1,256}\s{1,8})?password\s{1,8})\S{1,1024}/g;

// Each with the words without which it is not there: looking for a word takes a fraction of the time, and the less of it the rarer its first letter is.
const FORMS: readonly { readonly words: readonly string[]; hide(text: string): string }[] = [
  { words: ['yJ'], hide: (text) => text.replace(WEB_TOKEN, HIDDEN) },
  { words: ['Bearer', 'bearer'], hide: (text) => text.replace(BEARER, `$1${HIDDEN}`) },
  {
    words: ['Basic', 'basic'],
    hide: (text) => text.replace(BASIC, (whole, name: string, value: string) => (isUserAndPassword(value) ? `${name}${HIDDEN}` : whole)),
  },
  { words: [':/'], hide: (text) => text.replace(USER_INFO, `$1${HIDDEN}`) },
  {
    words: ['-u'],
    hide: (text) => text.replace(USER_FLAG, (_, flag: string, quote = '', quoted = '', bare = '') => `${flag}${quote}${quoted}${bare}${HIDDEN}${quote}`),
  },
  { words: [CUT], hide: withoutCutForms },
  { words: ['gin'], hide: (text) => text.replace(NETRC, `$1${HIDDEN}`) },
];

function withoutForms(text: string): string {
  let hidden = mayHavePlainForm(text) ? text.replace(PLAIN_FORM, HIDDEN) : text;
  for (const { words, hide } of FORMS) if (words.some((word) => hidden.includes(word))) hidden = hide(hidden);
  return hidden;
}

// Without one of these, or one of the pairs below before its sign, there is no plain form.
const PLAIN_WORDS = ['AKIA', 'ASIA', 'AIza', 'ya29.'];
// The last two letters before the sign of each form, and the fewest characters that follow it.
const BEFORE_DASH = letterPairs(['sk', 'at', 'dt', 'rt', 'bt', 'tt', 'ft', 'pi', 'xa', 'xb', 'xe', 'xo', 'xp', 'xr', 'xs', 'pp', 'PX']);
const BEFORE_UNDERSCORE = letterPairs(['sk', 'rk', 'ec', 'hp', 'ho', 'hu', 'hs', 'hr', 'ub', 'pm', 'hf']);
const FEWEST_AFTER_SIGN = 10;
const AFTER_SIGN = /[\w+/=-]{10}/y;

// The whole pattern at each character takes several times as long.
function mayHavePlainForm(text: string): boolean {
  return PLAIN_WORDS.some((word) => text.includes(word)) || mayHaveSigned(text, '-', BEFORE_DASH) || mayHaveSigned(text, '_', BEFORE_UNDERSCORE);
}

function mayHaveSigned(text: string, sign: string, before: LetterPairs): boolean {
  const last = text.length - FEWEST_AFTER_SIGN;
  for (let at = text.indexOf(sign); at !== -1 && at < last; at = text.indexOf(sign, at + 1))
    if (isPairBefore(before, text, at) && matchEnd(AFTER_SIGN, text, at + 1) !== undefined) return true;
  return false;
}

// Each such form ends at a cut, and so begins in the word before one.
function withoutCutForms(text: string): string {
  const pieces = text.split(CUT);
  return pieces.map((piece, index) => (index === pieces.length - 1 ? piece : withoutCutForm(piece))).join(CUT);
}

function withoutCutForm(piece: string): string {
  const word = backOver(isInName, piece, 0, piece.length);
  const from = Math.max(0, word - LONGEST_BEFORE_WORD);
  const end = `${piece.slice(from)}${CUT}`;
  const hidden = end.replace(CUT_FORM, HIDDEN);
  return hidden === end ? piece : `${piece.slice(0, from)}${hidden.slice(0, -CUT.length)}`;
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
// The last two letters of each such name, in any case.
const NAME_ENDS = letterPairs(
  ['rd', 'wd', 'se', 'et', 'en', 'ey', 'on', 'ie', 'al', 'ls', 'th'].flatMap((pair) => {
    const [first = '', second = ''] = pair;
    return [pair, pair.toUpperCase(), `${first.toUpperCase()}${second}`, `${first}${second.toUpperCase()}`];
  }),
);
const HEADER = /(?:authorization|cookie)$/i;

// Found by what stands between a name and its value: there are fewer of those than words that could be names.
function withoutNamedSecrets(text: string): string {
  const pieces: string[] = [];
  let from = 0;
  for (const at of signsIn(text)) {
    if (at < from) continue;
    const name = nameBefore(text, Math.max(from, at - LONGEST_NAME), at);
    const value = name === undefined ? undefined : valueAfter(text, at, name);
    if (value === undefined) continue;
    pieces.push(text.slice(from, value.start), HIDDEN);
    from = value.end;
  }
  return pieces.length === 0 ? text : [...pieces, text.slice(from)].join('');
}

// Where = and : stand behind what could be the end of such a name.
function signsIn(text: string): readonly number[] {
  const found: number[] = [];
  for (const sign of '=:')
    for (let at = text.indexOf(sign); at !== -1; at = text.indexOf(sign, at + 1)) if (isPairBefore(NAME_ENDS, text, endOfName(text, 0, at))) found.push(at);
  return found.sort((a, b) => a - b);
}

// Read backwards from the sign, and no further than a name can be long.
function nameBefore(text: string, from: number, to: number): string | undefined {
  const end = endOfName(text, from, to);
  const name = text.slice(backOver(isInName, text, from, end), end);
  return NAMED_IN_TEXT.test(name) && !WORKING_FOLDER.test(name) ? name : undefined;
}

// Before the end of user['password'], a quote or spaces.
function endOfName(text: string, from: number, to: number): number {
  const spaces = backOver(isSpaceOrBang, text, Math.max(from, to - MOST_BETWEEN), to);
  return backOver(isClosing, text, Math.max(from, spaces - MOST_BETWEEN), spaces);
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

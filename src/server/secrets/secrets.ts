// Values that are secret because of the name under which a call carries them: in an environment, as a variable with its value, after a flag, in a column of a table.
import { CUT, HIDDEN, isSecretName } from '../../base/text/redaction.ts';

// Shorter ones, and what every language calls nothing, are in every text.
const SHORTEST = 4;
const MOST_SECRETS = 1_000;
const MOST_HALVES = 100;
// No argument or answer of a tool is nested so deep.
const DEEPEST = 64;
const NO_SECRET = /^(?:null|none|undefined|true|false|nil|[\d.]{1,5}|\[.*\]|\{.*\}|\[redacted\])$/i;

// As they are written without quotes, so that they are found wherever they appear.
export function secretsIn(value: unknown): readonly string[] {
  const found = new Set<string>();
  collect(value, found);
  return [...found];
}

export function withoutSecrets(value: unknown, secrets: readonly string[]): unknown {
  if (secrets.length === 0) return value;
  // Nobody has so many; whoever sends them wants the search for them to take long.
  if (secrets.length > MOST_SECRETS) return HIDDEN;
  return withoutWritten(value, searchFor(secrets));
}

// Made once for a list of secrets: it is looked for in each part of each row.
const searches = new WeakMap<readonly string[], SecretSearch>();

function searchFor(secrets: readonly string[]): SecretSearch {
  const known = searches.get(secrets);
  // One that has grown since is another.
  if (known?.count === secrets.length) return known;
  const search = new SecretSearch(secrets);
  searches.set(secrets, search);
  return search;
}

function withoutWritten(value: unknown, search: SecretSearch): unknown {
  if (typeof value === 'string') return search.hiddenIn(value);
  if (Array.isArray(value)) return value.map((inner) => withoutWritten(inner, search));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [search.hiddenIn(name), withoutWritten(inner, search)]));
}

// All forms of all secrets of a list.
class SecretSearch {
  readonly count: number;
  // The longest first, so that one which is part of another leaves nothing of it.
  readonly #written: readonly string[];
  // By their first characters, where there are many.
  readonly #beginnings: ReadonlyMap<number, readonly string[]> | undefined;
  readonly #isBeginning = new Uint8Array(BEGINNINGS);

  constructor(secrets: readonly string[]) {
    this.count = secrets.length;
    this.#written = [...new Set(secrets.flatMap(writings))].toSorted((a, b) => b.length - a.length);
    if (this.#written.length <= FEW || this.#written.some(({ length }) => length < SHORTEST_WRITTEN)) return;
    const beginnings = new Map<number, string[]>();
    for (const written of this.#written) {
      const beginning = beginningAt(written, 0);
      beginnings.set(beginning, [...(beginnings.get(beginning) ?? []), written]);
      this.#isBeginning[beginning % BEGINNINGS] = 1;
    }
    // Whoever begins so many alike wants the search to take long.
    if ([...beginnings.values()].every(({ length }) => length <= MOST_ALIKE)) this.#beginnings = beginnings;
  }

  hiddenIn(text: string): string {
    const hidden = this.#isIn(text) ? this.#written.reduce((rest, written) => rest.replaceAll(written, HIDDEN), text) : text;
    return withoutHalves(hidden, this.#written);
  }

  // Most texts hold none, which is known after reading them once, however many secrets there are.
  #isIn(text: string): boolean {
    const beginnings = this.#beginnings;
    if (beginnings === undefined) return this.#written.some((written) => text.includes(written));
    for (let at = 0; at + SHORTEST_WRITTEN <= text.length; at++) {
      const beginning = beginningAt(text, at);
      if (this.#isBeginning[beginning % BEGINNINGS] === 1 && beginnings.get(beginning)?.some((written) => text.startsWith(written, at)) === true) return true;
    }
    return false;
  }
}

// Fewer are looked for one after the other.
const FEW = 6;
const SHORTEST_WRITTEN = 3;
const BEGINNINGS = 8_192;
const MOST_ALIKE = 20;

function beginningAt(text: string, at: number): number {
  return text.charCodeAt(at) + text.charCodeAt(at + 1) * 31 + text.charCodeAt(at + 2) * 961;
}

// As it is, in JSON, and in one line.
function writings(secret: string): readonly string[] {
  return [secret, JSON.stringify(secret).slice(1, -1), secret.replaceAll(/\s+/g, ' ')];
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

function collect(value: unknown, found: Set<string>, depth = 0): void {
  if (depth > DEEPEST) return;
  if (Array.isArray(value)) {
    value.forEach((inner, index) => {
      if (isFlagOfSecret(value[index - 1])) keep(inner, found);
      collect(inner, found, depth + 1);
    });
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  const fields = Object.entries(value);
  const field = (wanted: string) => fields.find(([name]) => name === wanted)?.[1];
  // A variable, a watch, or an assignment.
  if ([field('name'), field('expression')].some(isSecretName)) keep(field('value'), found);
  // What a tracepoint recorded.
  const [columns, rows] = [field('columns'), field('rows')];
  if (Array.isArray(columns) && Array.isArray(rows))
    for (const row of rows) for (const [index, cell] of Array.isArray(row) ? row.entries() : []) if (isSecretName(columns[index])) keep(cell, found);
  for (const [name, inner] of fields) {
    if (isSecretName(name)) keep(inner, found);
    collect(inner, found, depth + 1);
  }
}

function keep(value: unknown, found: Set<string>): void {
  if (typeof value !== 'string') return;
  const bare = value.trim().replace(/^(["'`])([\s\S]*)\1$/, '$2');
  if (bare.length >= SHORTEST && !NO_SECRET.test(bare)) found.add(bare);
}

// As --password, before its value.
function isFlagOfSecret(value: unknown): boolean {
  return typeof value === 'string' && /^--?[\w-]+$/.test(value) && isSecretName(value);
}

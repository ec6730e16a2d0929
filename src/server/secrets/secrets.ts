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
  const fields: ReadonlyMap<string, unknown> = new Map(Object.entries(value));
  // A variable, a watch, or an assignment.
  if ([fields.get('name'), fields.get('expression')].some(isSecretName)) keep(fields.get('value'), found);
  // What a tracepoint recorded.
  const [columns, rows] = [fields.get('columns'), fields.get('rows')];
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

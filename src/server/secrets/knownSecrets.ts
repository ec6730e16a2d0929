// Values that are known to be secret by their exact text: what variables with such names hold. Nothing else is kept from a person who decides.
import type { Environment } from '../../base/processes/minimalEnvironment.ts';
import { isSecretName } from '../../base/text/redaction.ts';

const NOTE = '[hidden: the value of ';
// As tokens are written. What has spaces or signs of a shell in it could be a command, and a shorter one stands in any text.
const TOKEN = /^[\w.+/=~:@-]{12,}$/;

// Each place says what is hidden there.
export function withoutKnownSecrets(value: unknown, environment: Environment): unknown {
  const secrets = secretsOf(environment);
  return secrets.length === 0 ? value : hidden(value, secrets);
}

// The longest first. The same list for the same environment.
export function knownSecrets(environment: Environment): readonly string[] {
  const known = values.get(environment) ?? secretsOf(environment).map(({ text }) => text);
  values.set(environment, known);
  return known;
}

// Every call of a client has its environment.
const values = new WeakMap<Environment, readonly string[]>();

interface Secret {
  readonly name: string;
  readonly text: string;
}

function secretsOf(environment: Environment): readonly Secret[] {
  return Object.entries(environment)
    .flatMap(([name, text]) => (text !== undefined && isSecretName(name) && TOKEN.test(text) ? [{ name, text }] : []))
    .sort((a, b) => b.text.length - a.text.length);
}

function hidden(value: unknown, secrets: readonly Secret[]): unknown {
  if (typeof value === 'string') return hiddenIn(value, secrets);
  if (Array.isArray(value)) return value.map((inner) => hidden(inner, secrets));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [hiddenIn(name, secrets), hidden(inner, secrets)]));
}

// A text that has such a note already is shown as it is: it must not look like another one.
function hiddenIn(text: string, secrets: readonly Secret[]): string {
  if (text.includes(NOTE)) return text;
  const found = secrets.find((secret) => text.includes(secret.text));
  if (found === undefined) return text;
  return text
    .split(found.text)
    .map((part) => hiddenIn(part, secrets))
    .join(`${NOTE}${found.name}]`);
}

// What must never reach history, logs or exports: values whose name, or whose own form, says that they are secret.

const SECRET_NAME = /pass(word|wd|phrase)?$|secret|token|api[-_]?key|authorization|cookie|credential|private[-_]?key/i;
const SECRET_FORM =
  /\b(?:sk-[A-Za-z0-9_-]{16,}|gh[pousr]_[A-Za-z0-9]{20,}|xox[abprs]-[A-Za-z0-9-]{10,}|AKIA[0-9A-Z]{16}|eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]+)|(?<=Bearer\s)[A-Za-z0-9._~+/-]{8,}=*/g;
const NAMED_SECRET =
  /((?:\b|_)["']?[\w.-]*(?:pass(?:word|wd|phrase)|secret|token|api[-_]?key|authorization|credential|private[-_]?key)["']?(?::\s*[\w<>[\], .]{1,40}?)?\s*(?:=|:)\s*)(?:"[^"\n]+"|'[^'\n]+'|[^\s,;)}\]"']{3,})/gi;
export const HIDDEN = '[redacted]';

// Of a variable, a member as in user['password'], a header or a flag.
export function isSecretName(name: unknown): boolean {
  return typeof name === 'string' && name.length <= LONGEST_NAME && SECRET_NAME.test(name.replace(/[\]'")]+$/, ''));
}

const LONGEST_NAME = 200;

export function redacted(value: unknown): unknown {
  if (typeof value === 'string') return redactedText(value);
  if (Array.isArray(value)) return value.map(redacted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, typeof inner === 'string' && isSecretName(name) ? HIDDEN : redacted(inner)]));
}

// Also of what looks like a variable and its value, as debuggers and environments print them.
export function redactedText(text: string): string {
  return text.replace(SECRET_FORM, HIDDEN).replace(NAMED_SECRET, (_, name: string) => `${name}${HIDDEN}`);
}

// Which languages are one to an engine.

// TypeScript and JavaScript, with and without JSX, see each other's symbols; so do C, C++ and Objective-C, which share headers.
export function familyOf(language: string): string {
  if (/^(type|java)script/.test(language)) return 'typescript';
  return /^(?:c|cpp|objective-cp?p?)$/.test(language) ? 'c' : language;
}

// What is read, configured or built from, and what no compiler finds errors in.
const NO_CODE: ReadonlySet<string> = new Set(
  (
    'markdown plaintext restructuredtext latex json jsonc json5 jsonl yaml toml ini properties dotenv xml css scss sass less html ' +
    'ignore diff go.mod go.sum go.work makefile dockerfile'
  ).split(' '),
);

// Whether somebody would expect a compiler or a language server to say what is wrong with it.
export function isCode(language: string | undefined): boolean {
  return language !== undefined && !NO_CODE.has(language);
}

// Which languages are one to an engine.

// TypeScript and JavaScript, with and without JSX, see each other's symbols; so do C, C++ and Objective-C, which share headers.
export function familyOf(language: string): string {
  if (/^(type|java)script/.test(language)) return 'typescript';
  return /^(?:c|cpp|objective-cp?p?)$/.test(language) ? 'c' : language;
}

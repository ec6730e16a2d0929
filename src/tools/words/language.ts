// Which languages are one to an engine.

// TypeScript and JavaScript, with and without JSX, see each other's symbols.
export function familyOf(language: string): string {
  return /^(type|java)script/.test(language) ? 'typescript' : language;
}

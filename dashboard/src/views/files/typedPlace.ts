// What somebody types to open a file: letters of its name, and a line behind a colon.

export function typedPlace(typed: string): { readonly query: string; readonly line?: number } {
  const [, query = '', line] = /^(.*?)(?::(\d{1,9})?(?::\d*)?)?$/s.exec(typed.trim()) ?? [];
  return { query, ...(line !== undefined && Number(line) > 0 && { line: Number(line) }) };
}

// Lines of a text, as people count them.

export function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

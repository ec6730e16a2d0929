// How one value is changed in a file of a person: their comments, their order and their line ends stay where they are.
import { applyEdits, findNodeAtLocation, modify, parseTree } from 'jsonc-parser';

type Path = readonly string[];

// A new one comes first: behind the others it would come between the last and the comment at the end of its line.
export function withValue(text: string, path: Path, value: unknown): string {
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const indent = /^([ \t]+)\S/m.exec(text)?.[1] ?? '  ';
  const insertSpaces = !indent.startsWith('\t');
  const edits = modify(text, [...path], value, {
    formattingOptions: { tabSize: insertSpaces ? indent.length : 1, insertSpaces, eol, insertFinalNewline: true },
    getInsertionIndex: () => 0,
  });
  return applyEdits(text, edits);
}

// By hand: the parser's own removal takes the comments up to the next property along. A comma that stays behind is read over.
export function withoutValue(text: string, path: Path): string {
  const tree = parseTree(text, [], { allowTrailingComma: true });
  const property = tree === undefined ? undefined : findNodeAtLocation(tree, [...path])?.parent;
  if (property?.type !== 'property') return text;
  const before = text.slice(0, property.offset);
  const after = text.slice(property.offset + property.length).replace(/^\s*,/, '');
  const isAlone = /\n[ \t]*$/.test(before) && /^[ \t]*\r?\n/.test(after);
  return isAlone ? before.replace(/[ \t]*$/, '') + after.replace(/^[ \t]*\r?\n/, '') : before + after;
}

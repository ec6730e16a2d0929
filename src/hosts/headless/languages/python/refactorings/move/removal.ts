// Takes statements and imported names away, with what belongs to them, and leaves the lines around as a person would.
import type { OffsetEdit, PythonModule } from '../syntax/pythonModule.ts';
import type { Node } from '../syntax/syntax.ts';

// A statement with its line, or its part of a line.
export function withoutStatement(module: PythonModule, statement: Node): OffsetEdit {
  const block = statement.parent;
  const siblings = block?.children ?? [statement];
  if (siblings.length === 1 && block?.kind === 'block') return { start: statement.start, end: statement.end, text: 'pass' };
  const index = siblings.indexOf(statement);
  const next = siblings[index + 1];
  const isAlone = module.indentOf(statement) !== undefined && /^[ \t]*(?:#[^\r\n]*)?(?:[\r\n]|$)/.test(module.text.slice(statement.end));
  if (!isAlone) {
    const before = siblings[index - 1];
    if (next !== undefined && module.lineOf(next) === module.lineOf({ start: statement.end })) return { start: statement.start, end: next.start, text: '' };
    return { start: before?.end ?? statement.start, end: statement.end, text: '' };
  }
  const isDefinition = statement.kind === 'function' || statement.kind === 'class';
  const start = isDefinition ? module.withComments(statement) : module.lineStart(statement.start);
  const end = module.lineEnd(statement.end);
  return isDefinition ? withoutBlankLines(module, start, end, next === undefined) : withoutLines(module, start, end);
}

// Names of an import statement; the whole statement when none is left.
export function withoutAliases(module: PythonModule, statement: Node, gone: readonly Node[]): readonly OffsetEdit[] {
  const aliases = statement.children.filter(({ kind }) => kind === 'alias');
  const left = aliases.filter((alias) => !gone.includes(alias));
  const [first] = left;
  if (first === undefined) return [withoutStatement(module, statement)];
  return gone.map((alias) => {
    const after = aliases[aliases.indexOf(alias) + 1];
    if (after !== undefined) return { start: alias.start, end: after.start, text: '' };
    // The last one takes the comma before it along, from the last one that stays.
    const before = left.at(-1) ?? alias;
    return { start: before.end, end: alias.end, text: '' };
  });
}

// Of what stood around a definition only the blank lines before it stay, or at the end of a block only those behind it.
function withoutBlankLines(module: PythonModule, start: number, end: number, isLast: boolean): OffsetEdit {
  if (!isLast) {
    const [blank = ''] = /^(?:[ \t]*(?:\r\n|\r|\n))*/.exec(module.text.slice(end)) ?? [];
    return { start, end: end + blank.length, text: '' };
  }
  const [blank = ''] = /(?:(?<=^|[\r\n])[ \t]*(?:\r\n|\r|\n))*$/.exec(module.text.slice(0, start)) ?? [];
  return { start: start - blank.length, end, text: '' };
}

// Of the blank lines before and behind, the more numerous stay.
export function withoutLines(module: PythonModule, start: number, end: number): OffsetEdit {
  if (module.text.slice(0, start).trim() === '') return withoutBlankLines(module, start, end, false);
  const [above = ''] = /(?:(?<=[\r\n])[ \t]*(?:\r\n|\r|\n))*$/.exec(module.text.slice(0, start)) ?? [];
  const lines = above.match(/\r\n|\r|\n/g)?.length ?? 0;
  const below = new RegExp(`^(?:[ \\t]*(?:\\r\\n|\\r|\\n)){0,${lines}}`).exec(module.text.slice(end))?.[0] ?? '';
  return { start, end: end + below.length, text: '' };
}

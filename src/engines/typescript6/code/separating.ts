// Statements that a change brings together stay apart where no semicolon ends them: a line that begins with a bracket goes on with the one before.
import ts from 'typescript';
import { changed } from './naming.ts';

// What a line can begin with that also goes on with an expression.
const JOINING = /^(?:[([`+\-/*<]|in\b|instanceof\b)/;

// The changes with the semicolons that keep every statement and member beginning where it is meant to.
export function separated(path: string, text: string, changes: readonly ts.TextChange[]): readonly ts.TextChange[] {
  if (!/\.[cm]?[jt]sx?$/.test(path)) return changes;
  const ordered = changes.toSorted((a, b) => a.span.start - b.span.start);
  const isAtRisk = ordered.some(
    ({ span, newText }) => JOINING.test(newText.slice(nextToken(newText, 0))) || JOINING.test(text.slice(nextToken(text, ts.textSpanEnd(span)))),
  );
  if (!isAtRisk) return changes;
  const before = boundariesIn(path, text);
  const after = boundariesIn(path, changed(text, ordered));
  let moved = 0;
  return ordered.flatMap(({ span, newText }) => {
    const end = ts.textSpanEnd(span);
    const lead = nextToken(newText, 0);
    const begins = newText.trim() !== '' && (before.starts.has(nextToken(text, span.start)) || (/^\s*\n/.test(newText) && before.ends.has(span.start)));
    const isJoined = begins && JOINING.test(newText.slice(lead)) && !after.starts.has(span.start + moved + lead);
    const next = nextToken(text, end);
    moved += newText.length - span.length;
    const isNextJoined = before.starts.has(next) && JOINING.test(text.slice(next)) && !after.starts.has(next + moved);
    // The semicolon may have stood at the start of the line that follows, and goes there again.
    const line = /\r?\n[ \t]*(?=;$)/.exec(text.slice(0, end))?.[0] ?? '';
    const behind = isNextJoined && next === end ? `${line};` : '';
    const own = { span, newText: `${newText.slice(0, lead)}${isJoined ? ';' : ''}${newText.slice(lead)}${behind}` };
    return isNextJoined && next !== end ? [own, { span: { start: next, length: 0 }, newText: ';' }] : [own];
  });
}

interface Boundaries {
  readonly starts: ReadonlySet<number>;
  readonly ends: ReadonlySet<number>;
}

function boundariesIn(path: string, text: string): Boundaries {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const [starts, ends] = [new Set<number>(), new Set<number>()];
  const visit = (node: ts.Node): void => {
    if (ts.isStatement(node) || ts.isClassElement(node)) {
      starts.add(node.getStart(source));
      ends.add(node.end);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return { starts, ends };
}

// Behind blanks and comments.
function nextToken(text: string, from: number): number {
  const [skipped = ''] = /^(?:\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/.exec(text.slice(from)) ?? [];
  return from + skipped.length;
}

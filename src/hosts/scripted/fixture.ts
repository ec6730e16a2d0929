// Fixture text: files behind `// @file path`, the cursor `$0`, and `^^^` marks under what a test expects.
import type { Position, Range } from '../../ide/text.ts';

export interface Fixture {
  readonly files: readonly FixtureFile[];
  readonly cursor?: { readonly path: string; readonly position: Position };
  readonly marks: readonly Mark[];
}

export interface FixtureFile {
  readonly path: string;
  readonly text: string;
  // Written as `// @file path unsaved`: an editor holds it.
  readonly unsaved: boolean;
}

// Carets in a comment line, under the characters that they mean, with a label behind them.
export interface Mark {
  readonly path: string;
  readonly range: Range;
  readonly label: string;
}

const FILE = /^\s*(?:\/\/|#)\s*@file\s+(\S+)(\s+unsaved)?\s*$/;
const MARK = /^(\s*(?:\/\/|#)\s*?)(\^+)(.*)$/;
const CURSOR = '$0';

export function parseFixture(source: string): Fixture {
  const files: FixtureFile[] = [];
  const marks: Mark[] = [];
  let cursor: Fixture['cursor'];
  for (const { path, lines, unsaved } of sections(source)) {
    const withCursor = lines.findIndex((line) => line.includes(CURSOR));
    if (withCursor >= 0) cursor = { path, position: { line: withCursor, character: lines[withCursor]?.indexOf(CURSOR) ?? 0 } };
    const clean = lines.map((line) => line.replace(CURSOR, ''));
    files.push({ path, text: clean.join('\n'), unsaved });
    marks.push(...marksIn(path, clean));
  }
  return { files, marks, ...(cursor !== undefined && { cursor }) };
}

function sections(source: string): { path: string; lines: string[]; unsaved: boolean }[] {
  const found: { path: string; lines: string[]; unsaved: boolean }[] = [];
  for (const line of source.replace(/^\n/, '').split('\n')) {
    const [, path, unsaved] = FILE.exec(line) ?? [];
    if (path !== undefined) found.push({ path, lines: [], unsaved: unsaved !== undefined });
    else if (found.length === 0) found.push({ path: 'main.ts', lines: [line], unsaved: false });
    else found.at(-1)?.lines.push(line);
  }
  return found;
}

function marksIn(path: string, lines: readonly string[]): Mark[] {
  const marks: Mark[] = [];
  let marked = 0;
  lines.forEach((line, index) => {
    const [, indent, carets, label] = MARK.exec(line) ?? [];
    if (indent === undefined || carets === undefined) {
      marked = index;
      return;
    }
    const start = { line: marked, character: indent.length };
    marks.push({ path, range: { start, end: { line: marked, character: indent.length + carets.length } }, label: (label ?? '').trim() });
  });
  return marks;
}

// The declarations that a plan changes, by name: those on lines that go or come, and those around such lines.
import { hunksBetween } from '../../../base/text/lineDiff.ts';
import { type PlannedFile, textOf } from '../../../ide/doors/changes.ts';

// In any language that puts a word before the name.
const DECLARED =
  /\b(?:function\*?|class|interface|type|enum|const|let|var|namespace|module|def|struct|trait|union|fn|func(?: \([^)]*\))?)\s+([\p{L}_$][\p{L}\p{N}_$]*)/gu;
// A change of everything says nothing about who breaks; the first ones are enough.
const MOST_NAMES = 12;
const SHORTEST_NAME = 3;

export function changedNames(files: readonly PlannedFile[]): readonly string[] {
  const names = new Set<string>();
  for (const { before, after, movedFrom } of files) {
    // Who uses a file that moves is found by the name of the file.
    if (before === undefined || movedFrom !== undefined || !('text' in before)) continue;
    const lines = textOf(before).split('\n');
    for (const { oldStart, removed, added } of hunksBetween(textOf(before), textOf(after))) {
      // What comes may be what somebody lacked.
      for (const name of [...removed, ...added].flatMap(declaredOn)) names.add(name);
      for (const name of declaredAround(lines, oldStart)) names.add(name);
    }
  }
  return [...names].filter(({ length }) => length >= SHORTEST_NAME).slice(0, MOST_NAMES);
}

function declaredOn(line: string): readonly string[] {
  return [...line.matchAll(DECLARED)].flatMap(([, name]) => name ?? []);
}

// The nearest lines above that are less indented, up to one that is not indented at all.
function declaredAround(lines: readonly string[], at: number): readonly string[] {
  const names: string[] = [];
  let indentation = indentationOf(lines[at] ?? '') ?? 0;
  for (let index = at - 1; index >= 0 && indentation > 0; index--) {
    const own = indentationOf(lines[index] ?? '');
    if (own === undefined || own >= indentation) continue;
    names.push(...declaredOn(lines[index] ?? ''));
    indentation = own;
  }
  return names;
}

// Undefined for an empty line.
function indentationOf(line: string): number | undefined {
  const found = line.search(/\S/);
  return found < 0 ? undefined : found;
}

// The problems that marks of a fixture stand for: `^^^ error: nobody uses this [fix Remove it => text]`, where the fix puts the text into the marked place.
import type { Severity } from '../../ide/languages.ts';
import type { MendableProblem, QuickFix } from '../../ide/quickFixes.ts';
import type { Range } from '../../ide/text.ts';
import type { FileOperation } from '../../ide/workspaceEdit.ts';
import type { Mark } from './fixture.ts';

const PROBLEM = /^(error|warning|information|hint):\s*([^[]*)(.*)$/;
// Behind an @ stands another file that it writes its title into; a star makes it the preferred one.
const FIX = /\[fix(\*?) (.*?) => (.*?)(?: @(\S+))?\]/g;
const START = { line: 0, character: 0 };

// By URI, in the order of the marks.
export function problemsMarked(marks: readonly Mark[], uriOf: (path: string) => string, engine: string): ReadonlyMap<string, readonly MendableProblem[]> {
  const found = new Map<string, MendableProblem[]>();
  for (const { path, range, label } of marks) {
    const [, severity, message, fixes] = PROBLEM.exec(label) ?? [];
    if (severity === undefined || message === undefined) continue;
    const uri = uriOf(path);
    const problem = {
      diagnostic: { range, severity: severityOf(severity), message: message.trim(), source: 'script', code: 'S1' },
      fixes: [...(fixes ?? '').matchAll(FIX)].map((match) => fixFrom(match, uri, range, uriOf, engine)),
    };
    found.set(uri, [...(found.get(uri) ?? []), problem]);
  }
  return found;
}

// Words that are an error wherever they stand.
export function mistakesIn(text: string, words: readonly string[]): readonly MendableProblem[] {
  return text.split('\n').flatMap((content, line) =>
    words.flatMap((word) => {
      const character = content.indexOf(word);
      const range = { start: { line, character }, end: { line, character: character + word.length } };
      const diagnostic = { range, severity: 'error', message: `Cannot find name '${word}'.`, source: 'script', code: 'S2' } as const;
      return character < 0 ? [] : [{ diagnostic, fixes: [] }];
    }),
  );
}

function fixFrom(
  [, star, title = '', text = '', other]: readonly (string | undefined)[],
  uri: string,
  range: Range,
  uriOf: (path: string) => string,
  engine: string,
): QuickFix {
  const elsewhere: FileOperation[] =
    other === undefined ? [] : [{ kind: 'edit', uri: uriOf(other), edits: [{ range: { start: START, end: START }, newText: `// ${title}\n` }] }];
  const operations: FileOperation[] = [{ kind: 'edit', uri, edits: [{ range, newText: text }] }, ...elsewhere];
  return { title, kind: 'quickfix', preferred: star === '*', engine, edit: { operations } };
}

function severityOf(word: string): Severity {
  return word === 'error' || word === 'warning' || word === 'information' ? word : 'hint';
}

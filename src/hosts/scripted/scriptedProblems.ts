// The problems that marks of a fixture stand for: `^^^ error: nobody uses this [fix Remove it => text]`, where the fix puts the text into the marked place.
import type { Severity } from '../../ide/doors/languages.ts';
import type { FixableProblem, QuickFix } from '../../ide/quickFixes.ts';
import type { Range } from '../../ide/text.ts';
import type { FileOperation } from '../../ide/workspaceEdit.ts';
import type { Mark } from './fixture.ts';

const PROBLEM = /^(error|warning|information|hint):\s*([^[]*)(.*)$/;
// Behind an @ stands another file that it writes its title into; a star makes it the preferred one.
const FIX = /\[fix(\*?) (.*?) => (.*?)(?: @(\S+))?\]/g;
const START = { line: 0, character: 0 };

// By URI, in the order of the marks.
export function problemsMarked(marks: readonly Mark[], uriOf: (path: string) => string, engine: string): ReadonlyMap<string, readonly FixableProblem[]> {
  const found = new Map<string, FixableProblem[]>();
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

// Words that are an error wherever they stand; those with a fix behind an arrow, as in "totl -> total", can be corrected.
export function mistakesIn(uri: string, text: string, words: readonly string[], engine: string): readonly FixableProblem[] {
  return text.split('\n').flatMap((content, line) =>
    words.flatMap((mistake) => {
      const [word = '', right] = mistake.split(' -> ');
      return placesOf(word, content).map((character) => {
        const range = { start: { line, character }, end: { line, character: character + word.length } };
        const diagnostic = { range, severity: 'error', message: `Cannot find name '${word}'.`, source: 'script', code: 'S2' } as const;
        const edit = { operations: [{ kind: 'edit', uri, edits: [{ range, newText: right ?? '' }] }] } as const;
        return { diagnostic, fixes: right === undefined ? [] : [{ title: `Change to '${right}'`, kind: 'quickfix', preferred: false, engine, edit }] };
      });
    }),
  );
}

function placesOf(word: string, content: string): readonly number[] {
  const places: number[] = [];
  for (let at = content.indexOf(word); at >= 0; at = content.indexOf(word, at + word.length)) places.push(at);
  return places;
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

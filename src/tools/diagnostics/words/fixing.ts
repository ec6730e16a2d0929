// Fixes every problem of a kind: fix by fix, each on the text that those before it left, and nothing of it written.
import { ambiguousQuickFix } from '../../../ide/errors/editErrors.ts';
import type { FixableProblem, QuickFix } from '../../../ide/quickFixes.ts';
import { compare, type Range, TextSnapshot } from '../../../ide/text.ts';
import { editedText, type TextEdit } from '../../../ide/workspaceEdit.ts';
import type { ProjectContext } from '../../tool.ts';
import { fileOf } from '../../words/place.ts';

export interface Fixing {
  // What becomes of each file, by its URI.
  readonly texts: ReadonlyMap<string, string>;
  // How often each title was applied.
  readonly fixes: ReadonlyMap<string, number>;
  // Problems of the kind that are left.
  readonly left: number;
  readonly notes: readonly string[];
}

// Each round makes every fix that does not touch another's text; this many follow from one another only where something is wrong.
const MOST_ROUNDS = 40;

export async function fixAll(context: ProjectContext, kind: string, uris: readonly string[]): Promise<Fixing> {
  const texts = new Map<string, string>();
  const fixes = new Map<string, number>();
  const notes = new Set<string>();
  let left = 0;
  for (const [index, uri] of uris.entries()) {
    context.progress(`fixing ${fileOf(context.ide.project, uri)}`, index, uris.length);
    left += await fixFile({ context, kind, uri, texts, fixes, notes });
  }
  return { texts, fixes, left, notes: [...notes] };
}

// A problem is of a kind when that is its code, as 6133, TS6133 or no-var, or the title of a fix against it.
export function isOfKind({ diagnostic, fixes }: FixableProblem, kind: string): boolean {
  return isCode(diagnostic.code, kind) || fixes.some(({ title }) => title === kind);
}

export function isCode(code: string | undefined, kind: string): boolean {
  return code !== undefined && (code === kind || `ts${code}` === kind.toLowerCase());
}

interface Work {
  readonly context: ProjectContext;
  readonly kind: string;
  readonly uri: string;
  // All four are filled while the work goes on.
  readonly texts: Map<string, string>;
  readonly fixes: Map<string, number>;
  readonly notes: Set<string>;
}

interface Wanted {
  readonly fix: QuickFix;
  // What it fixes: the same again after it was made means that it fixes nothing.
  readonly key: string;
}

interface Round {
  readonly counts: ReadonlyMap<string, number>;
  readonly made: readonly Wanted[];
  readonly texts: ReadonlyMap<string, string>;
}

async function fixFile(work: Work): Promise<number> {
  const { context, kind, uri, texts, notes } = work;
  const hopeless = new Set<string>();
  let last: Round | undefined;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const answer = await context.ide.languages.quickFixes(uri, undefined, context.signal, texts);
    if (!answer.complete) notes.add(answer.why);
    const problems = answer.value.filter((problem) => isOfKind(problem, kind));
    const wanted = problems.flatMap((problem) => wantedFor(context, uri, problem, kind)).filter(({ key }) => !hopeless.has(key));
    const counts = countsOf(wanted);
    const inVain = last === undefined ? [] : last.made.filter(({ key }) => (counts.get(key) ?? 0) >= (last?.counts.get(key) ?? 0));
    if (last !== undefined && inVain.length > 0) {
      takeBack(work, last);
      for (const { key, fix } of inVain) {
        hopeless.add(key);
        notes.add(`"${fix.title}" does not fix its problem and was left out.`);
      }
      last = undefined;
      continue;
    }
    const before = new Map(texts);
    const made = await makeTogether(work, wanted);
    if (made.length === 0) return problems.length;
    last = { counts, made, texts: before };
  }
  notes.add(`${fileOf(context.ide.project, uri)} still has problems of this kind after ${MOST_ROUNDS} rounds.`);
  return 1;
}

function wantedFor(context: ProjectContext, uri: string, { diagnostic, fixes }: FixableProblem, kind: string): Wanted[] {
  const titled = fixes.filter(({ title }) => title === kind);
  const candidates = titled.length > 0 ? titled : ofOneProblem(fixes);
  const [fix, ...others] = candidates;
  if (fix === undefined) return [];
  if (titled.length === 0 && !fix.preferred && others.length > 0) {
    const titles = candidates.map(({ title }) => title);
    throw ambiguousQuickFix(kind, fileOf(context.ide.project, uri), diagnostic.range.start.line + 1, titles);
  }
  return [{ fix, key: JSON.stringify([diagnostic.code, diagnostic.message, fix.title]) }];
}

// The preferred ones, if there are any. What fixes other problems too, such as "Add all missing imports", is what is being done here.
function ofOneProblem(fixes: readonly QuickFix[]): readonly QuickFix[] {
  const single = fixes.filter(({ title }) => !/\ball\b/i.test(title));
  const preferred = single.filter((fix) => fix.preferred);
  return preferred.length > 0 ? preferred : single;
}

// Those that touch no text of another; the others come with the next round, on the new text.
async function makeTogether({ context, texts, fixes, notes }: Work, wanted: readonly Wanted[]): Promise<readonly Wanted[]> {
  const taken = new Map<string, TextEdit[]>();
  const made: Wanted[] = [];
  for (const one of wanted) {
    const operations = one.fix.edit.operations.flatMap((operation) => (operation.kind === 'edit' ? [operation] : []));
    if (operations.length < one.fix.edit.operations.length) {
      notes.add(`"${one.fix.title}" creates, moves or deletes files; apply it by its id.`);
      continue;
    }
    if (operations.some(({ uri, edits }) => edits.some((edit) => taken.get(uri)?.some((other) => touch(edit.range, other.range))))) continue;
    for (const { uri, edits } of operations) taken.set(uri, [...(taken.get(uri) ?? []), ...edits]);
    made.push(one);
    fixes.set(one.fix.title, (fixes.get(one.fix.title) ?? 0) + 1);
  }
  for (const [uri, edits] of taken) {
    const text = texts.get(uri) ?? (await context.ide.documents.read(uri, context.signal)).text;
    texts.set(uri, editedText(new TextSnapshot({ uri, text, version: 0, languageId: '' }), edits));
  }
  return made;
}

function takeBack({ texts, fixes }: Work, { made, texts: before }: Round): void {
  texts.clear();
  for (const [uri, text] of before) texts.set(uri, text);
  for (const { fix } of made) {
    const count = (fixes.get(fix.title) ?? 0) - 1;
    if (count > 0) fixes.set(fix.title, count);
    else fixes.delete(fix.title);
  }
}

function countsOf(wanted: readonly Wanted[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { key } of wanted) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

function touch(a: Range, b: Range): boolean {
  return compare(a.start, b.end) <= 0 && compare(b.start, a.end) <= 0;
}

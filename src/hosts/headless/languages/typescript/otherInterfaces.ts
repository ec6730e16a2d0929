// The other interfaces that a renamed member implements: from one of two interfaces that a class implements, TypeScript renames the class and forgets the other.
import { Bound } from '../../../../base/waiting/abort.ts';
import { seconds } from '../../../../base/waiting/duration.ts';
import type { Answer } from '../../../../ide/answer.ts';
import type { DiagnosticsReport, Place } from '../../../../ide/doors/languages.ts';
import { IdeError } from '../../../../ide/errors/errors.ts';
import { isRenamed, joinedRenamings, type Renaming } from '../../../../ide/renaming.ts';
import { positionKey } from '../../../../ide/text.ts';
import { editedText, type WorkspaceEdit } from '../../../../ide/workspaceEdit.ts';
import { type SuperMembers, superMembersOf } from '../../../../source/superMembers.ts';
import { wordAt } from '../../../../source/wordAt.ts';
import type { AskedLanguage } from '../engine/language/languageMiddleware.ts';

// Each of them is a few questions; beyond these, nobody has looked.
const MOST_IMPLEMENTATIONS = 40;
const LONGEST_CHECK = seconds(20);

// What it forgets is renamed only where its own edit would bring errors: types with a member in common are often not meant to be one.
export async function withOtherInterfaces(asked: AskedLanguage, at: Place, next: (at: Place) => Promise<Answer<Renaming>>): Promise<Answer<Renaming>> {
  const { ide, signal } = asked;
  const first = await next(at);
  const member = await superMembersOf(asked, at);
  // Literals have the members of several types by their shape only, and TypeScript knows best which of them is meant.
  if (member === undefined || !member.isInType) return first;
  const renamings = [first];
  const places = [member.of, ...member.above].map(({ location }): Place => ({ uri: location.uri, position: location.range.start }));
  const seen = new Set<string>();
  for (let implemented = places.shift(); implemented !== undefined; implemented = places.shift()) {
    for (const { uri, range } of (await ide.languages.implementations(implemented, signal)).value) {
      const place = { uri, position: range.start };
      const key = positionKey(uri, range.start);
      if (seen.size >= MOST_IMPLEMENTATIONS || seen.has(key) || !uri.startsWith(`${ide.project.uri}/`)) continue;
      seen.add(key);
      const forgotten = aboveOf(await superMembersOf(asked, place)).filter((each) => !renamings.some(({ value }) => isRenamed(value, each)));
      if (forgotten.length === 0) continue;
      renamings.push(await next(place));
      places.push(...forgotten);
    }
  }
  const name = wordAt(await ide.documents.read(at.uri, signal), at.position) ?? '';
  const notes = seen.size < MOST_IMPLEMENTATIONS ? [] : [`Only ${MOST_IMPLEMENTATIONS} implementations were asked whether other types declare ${name} too.`];
  const whole = joinedRenamings(renamings, [...new Set([...renamings.flatMap((answer) => answer.notes ?? []), ...notes])]);
  if (renamings.length === 1) return notes.length === 0 ? first : whole;
  const alone = await errorsBroughtBy(asked, first.value.edit, whole.value.edit);
  if (alone === 0) return first;
  return (await errorsBroughtBy(asked, whole.value.edit, whole.value.edit)) < alone ? whole : first;
}

function aboveOf(member: SuperMembers | undefined): readonly Place[] {
  return member?.isInType === true ? member.above.map(({ location }) => ({ uri: location.uri, position: location.range.start })) : [];
}

// In the files that the larger edit touches: whoever implements an interface that lost its member is among them. None where nobody can say in time.
async function errorsBroughtBy({ ide, signal }: AskedLanguage, edit: WorkspaceEdit, larger: WorkspaceEdit): Promise<number> {
  const texts = new Map<string, string>();
  for (const operation of edit.operations)
    if (operation.kind === 'edit') texts.set(operation.uri, editedText(await ide.documents.read(operation.uri, signal), operation.edits));
  const uris = ide.languages.diagnosable([...new Set(larger.operations.flatMap((operation) => (operation.kind === 'edit' ? [operation.uri] : [])))]);
  using bound = new Bound(signal, LONGEST_CHECK);
  try {
    const before = (await ide.languages.check({ uris, linted: [] }, bound.signal, () => {})).value;
    const after = (await ide.languages.check({ uris, linted: [], texts }, bound.signal, () => {})).value;
    if (before.unshown !== undefined || after.unshown !== undefined) return 0;
    const left = errorsIn(before.compiled);
    return errorsIn(after.compiled).filter((error) => !removed(left, error)).length;
  } catch (error) {
    if (signal.aborted || !(error instanceof IdeError)) throw error;
    return 0;
  }
}

// A rename leaves each line where it is, and messages quote the names that it changes.
function errorsIn({ files }: DiagnosticsReport): string[] {
  return files.flatMap(({ uri, diagnostics }) =>
    diagnostics
      .filter(({ severity }) => severity === 'error')
      .map(({ range, code, message }) => JSON.stringify([uri, range.start.line, code, message.replace(/'[^']*'|"[^"]*"|`[^`]*`/g, '')])),
  );
}

function removed(from: string[], what: string): boolean {
  const index = from.indexOf(what);
  if (index >= 0) from.splice(index, 1);
  return index >= 0;
}

// A rename of what a package exports to the world: its name there stays where somebody outside may use it, and the agent reads which it was.
import type { Answer } from '../../../ide/answer.ts';
import { refactoringRefused } from '../../../ide/errors/editErrors.ts';
import type { Renaming } from '../../../ide/renaming.ts';
import { compare, type Location } from '../../../ide/text.ts';
import type { WorkspaceEdit } from '../../../ide/workspaceEdit.ts';
import type { ProjectContext } from '../../tool.ts';
import { placeList } from '../../words/mentions/leftMentions.ts';
import { writtenMentions } from '../../words/mentions/otherMentions.ts';
import { fileOf } from '../../words/place.ts';
import type { PointedSymbol } from '../../words/symbol.ts';
import { joinedOperations } from './joinedOperations.ts';
import { publicElsewhere } from './publicElsewhere.ts';
import { type PublicName, publicNameOf } from './publicNames.ts';

export interface PublicRenaming {
  readonly answer: Answer<Renaming>;
  readonly isKept: boolean;
  readonly notes: readonly string[];
}

// `everywhere` renames it for its users too; `wanted` is what the agent said, if it did.
export async function publicRenaming(
  context: ProjectContext,
  { symbol, newName, wanted }: { readonly symbol: PointedSymbol; readonly newName: string; readonly wanted: 'keep' | 'rename' | undefined },
  everywhere: Answer<Renaming>,
): Promise<PublicRenaming> {
  const exposed = await publicNameOf(context, symbol, everywhere.value.edit);
  if (exposed === undefined) {
    if (wanted === 'keep') throw notKept(symbol.name, `no entry of a package is known to export it, or its language has no second name for it.`);
    return { answer: everywhere, isKept: false, notes: await publicElsewhere(context, symbol, placesIn(everywhere.value.edit)) };
  }
  const entry = fileOf(context.ide.project, exposed.entry);
  const why = wanted === 'rename' ? undefined : await whyKept(context, symbol, exposed, everywhere.value.edit);
  if (wanted !== 'keep' && why === undefined)
    return {
      answer: everywhere,
      isKept: false,
      notes: [`${entry} exports ${newName} instead of ${symbol.name} now; whoever uses the package from outside must follow.`],
    };
  const answer = await kept(context, symbol, newName, exposed, everywhere);
  const reason = why === undefined ? '' : `, because ${why}`;
  const note = `${entry} still exports it as ${symbol.name} (public_name: keep)${reason}; public_name: rename changes that name too.`;
  return { answer, isKept: true, notes: [note] };
}

async function whyKept(context: ProjectContext, symbol: PointedSymbol, { isPublished }: PublicName, edit: WorkspaceEdit): Promise<string | undefined> {
  if (isPublished) return 'the package can be installed by others';
  const written = await writtenMentions(context, symbol.name, symbol.document.languageId, undefined);
  const lists = await Promise.all(written.map((mention) => isInAll(context, mention)));
  const names = written.filter((mention, index) => mention.isExact && lists[index] !== true && !isEdited(edit, mention));
  return names.length === 0 ? undefined : `strings name it: ${placeList(names, (uri) => fileOf(context.ide.project, uri))}`;
}

// What Python's __all__ lists is the name itself.
async function isInAll({ ide, signal }: ProjectContext, { uri, range }: Location): Promise<boolean> {
  const document = await ide.documents.read(uri, signal);
  return /__all__[^=\n]*=\s*[[(][^\])]*$/.test(document.text.slice(Math.max(0, document.offsetAt(range.start) - 4_000), document.offsetAt(range.start)));
}

async function kept(
  context: ProjectContext,
  symbol: PointedSymbol,
  newName: string,
  exposed: PublicName,
  everywhere: Answer<Renaming>,
): Promise<Answer<Renaming>> {
  const { withAlias, keptIn } = exposed;
  if (withAlias === undefined)
    throw notKept(symbol.name, `${fileOf(context.ide.project, exposed.entry)} exports it, and a second name would not follow when it is set again.`);
  const answer = keptIn.length === 0 ? everywhere : await context.ide.languages.rename(symbol.place, newName, context.signal, keptIn);
  const operations = joinedOperations([...answer.value.edit.operations, ...withAlias(newName, answer.value.edit)]);
  return { ...answer, value: { ...answer.value, edit: { operations } } };
}

function notKept(name: string, why: string): Error {
  return refactoringRefused(`keep the name ${name} for others`, why, 'Nothing was changed. Pass public_name: "rename" to rename it for them too.');
}

function placesIn({ operations }: WorkspaceEdit): readonly Location[] {
  return operations.flatMap((operation) => (operation.kind === 'edit' ? operation.edits.map(({ range }) => ({ uri: operation.uri, range })) : []));
}

function isEdited({ operations }: WorkspaceEdit, { uri, range }: Location): boolean {
  return operations.some(
    (operation) => operation.kind === 'edit' && operation.uri === uri && operation.edits.some((edit) => compare(edit.range.start, range.start) === 0),
  );
}

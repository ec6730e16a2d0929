// A file as it was before or after a change set, as far as the history knows it.
import { z } from 'zod';
import type { ChangeSet, PlannedFile } from '../../ide/doors/changes.ts';
import { notThereThen } from '../../ide/errors/editErrors.ts';
import { binaryFile, changeNotFound } from '../../ide/errors/errors.ts';
import { TextSnapshot } from '../../ide/text.ts';
import type { ProjectContext } from '../tool.ts';
import { documentAt } from './base.ts';
import { fileOf } from './place.ts';

export const atInput = z.string().min(1).optional().describe('changeId (after it) or before:ID.');

export const atOutput = z.object({
  changeId: z.string(),
  side: z.enum(['before', 'after']),
  // Absent where that change itself holds the text.
  note: z.string().optional(),
});

export interface PastText {
  readonly document: TextSnapshot;
  readonly at: z.infer<typeof atOutput>;
}

const BEFORE = 'before:';

export async function pastText(context: Pick<ProjectContext<'changes'>, 'ide' | 'signal'>, uri: string, wanted: string): Promise<PastText> {
  const { ide, signal } = context;
  const side = wanted.startsWith(BEFORE) ? 'before' : 'after';
  const id = side === 'before' ? wanted.slice(BEFORE.length) : wanted;
  const all = await ide.changes.list(signal);
  const index = all.findIndex((change) => change.id === id);
  const change = all[index];
  if (change === undefined) throw changeNotFound(id);
  const file = fileOf(ide.project, uri);
  mustBeKept(change, uri, file);
  const own = (await ide.changes.read(id, signal)).map((planned) => sideOf(planned, uri, side)).find((found) => found !== undefined);
  if (own !== undefined) return { document: snapshot(uri, own.text, file, side, id), at: { changeId: id, side } };
  // It was not touched by that change: the next one that did holds what it was until then, else it is what it is.
  const later = all.slice(0, index).toReversed();
  for (const next of later) {
    if (next.rolledBack === true || !touches(next, uri)) continue;
    mustBeKept(next, uri, file);
    const found = (await ide.changes.read(next.id, signal)).map((planned) => sideOf(planned, uri, 'before')).find((text) => text !== undefined);
    if (found === undefined) continue;
    const note = `The change did not touch it. This is what ${next.id} found later; what others did to it in between is not known.`;
    return { document: snapshot(uri, found.text, file, side, id), at: { changeId: id, side, note } };
  }
  const now = await documentAt(context, uri);
  if (now === undefined) throw notThereThen(file, side, id);
  return { document: now, at: { changeId: id, side, note: 'No change since then touched it. This is its text now; what others did to it is not known.' } };
}

// Undefined where the change set says nothing of this place on this side; without a text where nothing was there.
function sideOf(
  { uri, movedFrom, before, after }: PlannedFile,
  wanted: string,
  side: 'before' | 'after',
): { readonly text: PlannedFile['before'] } | undefined {
  if (side === 'after') return uri === wanted ? { text: after } : movedFrom === wanted ? { text: undefined } : undefined;
  if (movedFrom !== undefined) return movedFrom === wanted ? { text: before } : uri === wanted ? { text: undefined } : undefined;
  return uri === wanted ? { text: before } : undefined;
}

function snapshot(uri: string, text: PlannedFile['before'], file: string, side: 'before' | 'after', id: string): TextSnapshot {
  if (text === undefined) throw notThereThen(file, side, id);
  if (!('text' in text)) throw binaryFile(file);
  return new TextSnapshot({ uri, text: text.text, version: 0, languageId: '', ...(text.encoding !== undefined && { encoding: text.encoding }) });
}

function mustBeKept({ id, observed }: ChangeSet, uri: string, file: string): void {
  const unknown = observed?.unknown.find((each) => each.uri === uri);
  if (unknown !== undefined) throw notThereThen(file, 'before', id, unknown.why);
}

function touches({ files }: ChangeSet, uri: string): boolean {
  return files.some((file) => file.uri === uri || file.movedFrom === uri);
}

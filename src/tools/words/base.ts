// Which text of a file an agent has seen: the hash that read_file and every edit give, and what is said of a text that is no longer that.
import { z } from 'zod';
import { hashOfText } from '../../base/text/textHash.ts';
import type { ChangeSet } from '../../ide/doors/changes.ts';
import { staleBase } from '../../ide/errors/editErrors.ts';
import { IdeError } from '../../ide/errors/errors.ts';
import type { TextSnapshot } from '../../ide/text.ts';
import type { ProjectContext } from '../tool.ts';
import { fileOf } from './place.ts';

const HASH = /^[0-9a-f]{16}$/;
const MOST_CHANGES = 3;

export const baseInput = z
  .string()
  // Checked here and not as a pattern, which every agent would pay for.
  .refine((base) => HASH.test(base), 'base is the hash of 16 characters that read_file or the last edit gave')
  .optional()
  .describe('hash of read_file; refused if stale.');

// Throws stale_base, with who changed it as far as the history knows. `document` is undefined where there is no file.
export async function mustBeBase(
  context: ProjectContext<'changes'>,
  uri: string,
  document: Pick<TextSnapshot, 'text'> | undefined,
  base: string | undefined,
): Promise<void> {
  if (base === undefined) return;
  const now = document === undefined ? undefined : hashOfText(document.text);
  if (now === base) return;
  const others = (await changesOf(context, uri)).slice(0, MOST_CHANGES);
  throw staleBase(fileOf(context.ide.project, uri), base, now, others.map(changeRow));
}

// Whoever replaces a whole file should hear that another changed it since this agent looked; nothing where nobody did, as far as is known.
export async function unseenNotes(context: ProjectContext<'changes'>, uri: string, document: Pick<TextSnapshot, 'text'> | undefined): Promise<string[]> {
  if (document === undefined) return [];
  const file = fileOf(context.ide.project, uri);
  const seen = context.lastSeen(file);
  if (seen === hashOfText(document.text)) return [];
  const other = (await changesOf(context, uri)).find(({ connection, author }) =>
    context.owner === undefined || connection === undefined ? author !== context.author : connection !== context.owner,
  );
  const who = other === undefined ? 'somebody' : `${other.author} (change ${other.id}, ${other.title})`;
  if (seen !== undefined) return [`${file} was changed by ${who} since you read it, and is replaced as a whole. Look at the diff of list_changes, or undo.`];
  return other === undefined ? [] : [`${file} was changed by ${who}, and you had not read it since. It is replaced as a whole: look at the diff, or undo.`];
}

// Undefined where there is none, or none that is text.
export async function documentAt({ ide, signal }: Pick<ProjectContext, 'ide' | 'signal'>, uri: string): Promise<TextSnapshot | undefined> {
  try {
    return await ide.documents.read(uri, signal);
  } catch (error) {
    if (error instanceof IdeError && ['file_not_found', 'binary_file'].includes(error.code)) return undefined;
    throw error;
  }
}

// Newest first.
async function changesOf({ ide, signal }: ProjectContext<'changes'>, uri: string): Promise<readonly ChangeSet[]> {
  const all = await ide.changes.list(signal);
  return all.filter(({ files, rolledBack }) => rolledBack !== true && files.some((file) => file.uri === uri || file.movedFrom === uri));
}

function changeRow({ id, time, author, tool, title }: ChangeSet): Record<string, string> {
  return { changeId: id, time, author, tool, title };
}

// Files whose text a formatter has laid out anew, carried out as one change; what is right already is said, and nothing is written.
import { z } from 'zod';
import type { Formatted } from '../../../ide/doors/formatting.ts';
import { invalidArguments } from '../../../ide/errors/errors.ts';
import type { TextSnapshot } from '../../../ide/text.ts';
import { editsBetween } from '../../../ide/workspaceEdit.ts';
import type { ProjectContext } from '../../tool.ts';
import { type ChangeOutput, carryOut, changeOutput, type Intention, tellChange } from '../../words/change.ts';
import { fileInput, openDocument } from '../../words/place.ts';

export const layoutInput = {
  file: fileInput.optional(),
  files: z.array(z.string().min(1)).min(1).max(500).optional().describe('Several, all or none.'),
};

export const layoutOutput = z.object({
  ...changeOutput,
  // Which formatters did it.
  by: z.array(z.string()),
});
type LayoutOutput = z.infer<typeof layoutOutput>;

interface FilesAsked {
  readonly file?: string | undefined;
  readonly files?: string[] | undefined;
}

export function filesToLayOut(tool: string, { file, files }: FilesAsked, allowed: readonly string[]): readonly string[] {
  if ((file === undefined) === (files === undefined)) throw invalidArguments(tool, ['pass file, or files'], allowed);
  return [...new Set(files ?? (file === undefined ? [] : [file]))];
}

export async function layOut(
  context: ProjectContext<'changes'>,
  files: readonly string[],
  intention: Intention,
  work: (document: TextSnapshot) => Promise<Formatted>,
): Promise<LayoutOutput> {
  const laidOut: { document: TextSnapshot; formatted: Formatted }[] = [];
  for (const [index, file] of files.entries()) {
    context.progress(file, index, files.length);
    const document = await openDocument(context, file);
    laidOut.push({ document, formatted: await work(document) });
  }
  const by = [...new Set(laidOut.map(({ formatted }) => formatted.by))];
  const notes = [...new Set(laidOut.flatMap(({ formatted }) => formatted.notes))];
  const operations = laidOut.flatMap(({ document, formatted }) => {
    const edits = editsBetween(document, withLineBreaksOf(document.text, formatted.text));
    return edits.length === 0 ? [] : [{ kind: 'edit', uri: document.uri, edits } as const];
  });
  if (operations.length === 0) return { ...NOTHING, root: context.ide.project.path, by, notes: [...notes, 'Nothing had to change.'] };
  return { ...(await carryOut(context, { operations }, { ...intention, notes })), by };
}

export function* tellLayout(value: LayoutOutput): Iterable<string> {
  const by = `by ${value.by.join(', ')}`;
  if (!value.applied && value.files.length === 0) yield ['Nothing written.', ...(value.notes ?? []), by].join('\n');
  else for (const telling of tellChange(value)) yield `${telling}\n${by}`;
}

const NOTHING: Omit<ChangeOutput, 'root' | 'notes'> = { applied: false, files: [], edits: 0, newErrors: [], fixedErrors: [] };

// Formatters have their own taste in line breaks; the file keeps those that it has.
function withLineBreaksOf(existing: string, text: string): string {
  const plain = text.replaceAll('\r\n', '\n');
  return existing.includes('\r\n') ? plain.replaceAll('\n', '\r\n') : plain;
}

// Where somebody would write: a place between two characters, by line and column or by a snippet.
import { z } from 'zod';
import type { Place } from '../../../ide/doors/languages.ts';
import { invalidArguments } from '../../../ide/errors/errors.ts';
import type { TextSnapshot } from '../../../ide/text.ts';
import type { ProjectContext } from '../../tool.ts';
import { fileInput, fileOf, lineNumber, lineOf, openDocument, positionAt } from '../../words/place.ts';
import { caretInSnippet } from '../../words/snippet.ts';

export const caretInput = {
  file: fileInput,
  line: lineNumber.optional().describe('With column, or its end.'),
  column: lineNumber.optional().describe('The caret is before it.'),
  snippet: z.string().min(1).optional().describe('Instead of line: code from file, caret as <<>>'),
};

export interface Caret {
  readonly place: Place;
  readonly document: TextSnapshot;
}

interface CaretAsked {
  readonly file: string;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  readonly snippet?: string | undefined;
}

export async function caretAt(context: ProjectContext, tool: string, { file, line, column, snippet }: CaretAsked): Promise<Caret> {
  const document = await openDocument(context, file);
  const shown = fileOf(context.ide.project, document.uri);
  const at = (position: Place['position']) => ({ place: { uri: document.uri, position }, document });
  if (snippet !== undefined) return at(caretInSnippet(document, shown, { snippet, line }));
  if (line === undefined) throw invalidArguments(tool, ['where: pass line (and column), or a snippet with the caret as <<>>'], Object.keys(caretInput));
  const text = lineOf(document, shown, line);
  // Behind the end of a line there is nothing, so its end is meant.
  return at(positionAt(line, Math.min(column ?? text.trimEnd().length + 1, text.length + 1)));
}

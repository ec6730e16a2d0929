// The code around where a program stands: numbered lines, the one that runs next and breakpoints marked.
import { z } from 'zod';
import type { Breakpoint } from '../../../ide/breakpoints.ts';
import { IdeError } from '../../../ide/errors/errors.ts';
import type { ProjectContext } from '../../tool.ts';
import { lineCountOf } from '../../words/place.ts';
import { detailFor, shortened } from './debugValue.ts';

// Lines of which not all is shown, with how long they are.
export const cutLines = z.array(z.object({ line: z.number(), length: z.number() }));

export interface SourceAround {
  readonly source: string[];
  readonly cut: z.infer<typeof cutLines>;
}

// Numbered lines around a place. Empty where the text cannot be read, as inside a runtime.
export async function sourceAround(
  context: ProjectContext<'debugging'>,
  place: { uri: string | undefined; line: number },
  lines: number,
  breakpoints: readonly Breakpoint[],
): Promise<SourceAround> {
  const { ide, signal } = context;
  const { line: longest, isWhole } = detailFor(context);
  const { uri } = place;
  if (uri === undefined || lines === 0) return { source: [], cut: [] };
  const document = await ide.documents.read(uri, signal).catch((error: unknown) => {
    if (error instanceof IdeError && !signal.aborted) return undefined;
    throw error;
  });
  if (document === undefined) return { source: [], cut: [] };
  const first = Math.max(0, place.line - lines);
  const marked = new Set(breakpoints.flatMap((breakpoint) => (breakpoint.kind === 'line' && breakpoint.uri === uri ? [breakpoint.line] : [])));
  const width = String(place.line + lines + 1).length;
  const cut: z.infer<typeof cutLines> = [];
  const source = Array.from({ length: 2 * lines + 1 }, (_, offset) => first + offset).flatMap((line) => {
    const text = line < lineCountOf(document) && line <= place.line + lines ? document.line(line) : undefined;
    if (text === undefined) return [];
    const shown = shortened(text, longest);
    if (shown.length !== undefined) cut.push({ line: line + 1, length: shown.length });
    const numbered = `${line === place.line ? '>' : ' '}${marked.has(line) ? '*' : ' '}${String(line + 1).padStart(width)}  ${shown.text}`;
    return [isWhole ? numbered : numbered.trimEnd()];
  });
  return { source, cut };
}

// What may be written at a place; the import that a name needs is computed when the client asks for it.

import type ts from 'typescript';
import type { CompletionItem, CompletionList } from 'vscode-languageserver-protocol';
import { z } from 'zod';
import { textEdits } from '../code/edits.ts';
import type { CompletionToResolve, PlaceParameters } from '../code/parameters.ts';
import { formatOf, PREFERENCES } from '../code/style.ts';
import { keyOf, pathOfUri } from '../projects/paths.ts';
import type { Projects } from '../projects/projects.ts';
import { documentationOf, textOf } from './describing.ts';
import { completionKind } from './symbolKinds.ts';

// It goes to the client and comes back unchanged; TypeScript made it and checks it.
const entryData = z.custom<ts.CompletionEntryData>((value) => typeof value === 'object' && value !== null);

export function completions(projects: Projects, { textDocument: { uri }, position }: PlaceParameters): CompletionList {
  const path = pathOfUri(uri);
  const lines = projects.texts.lines(path);
  const found = projects.of(path).service.getCompletionsAtPosition(path, lines.offsetAt(position), PREFERENCES);
  const items = (found?.entries ?? []).map((entry): CompletionItem => {
    const span = entry.replacementSpan ?? found?.optionalReplacementSpan;
    const newText = entry.insertText ?? entry.name;
    return {
      label: entry.name,
      kind: completionKind(entry.kind),
      sortText: entry.sortText,
      ...(entry.kindModifiers?.split(',').includes('deprecated') && { tags: [1] }),
      ...(entry.sourceDisplay && { labelDetails: { description: textOf(entry.sourceDisplay) } }),
      ...(span === undefined ? { insertText: newText } : { textEdit: { range: lines.rangeOf(span), newText } }),
      data: { uri, position, name: entry.name, ...(entry.source && { source: entry.source }), ...(entry.data && { data: entry.data }) },
    };
  });
  return { isIncomplete: found?.isIncomplete ?? false, items };
}

export function resolvedCompletion(projects: Projects, item: CompletionToResolve): Record<string, unknown> {
  const { uri, position, name, source, data } = item.data;
  const path = pathOfUri(uri);
  const offset = projects.texts.lines(path).offsetAt(position);
  const format = formatOf(projects.texts.read(path) ?? '');
  const given = data === undefined ? undefined : entryData.parse(data);
  const found = projects.of(path).service.getCompletionEntryDetails(path, offset, name, format, source, PREFERENCES, given);
  if (found === undefined) return item;
  const own = (found.codeActions ?? []).flatMap(({ changes }) => changes).filter(({ fileName }) => keyOf(fileName) === keyOf(path));
  const additionalTextEdits = own.flatMap((change) => textEdits(projects, change));
  const action = found.codeActions?.map(({ description }) => description).join(', ');
  return {
    ...item,
    detail: [action, textOf(found.displayParts)].filter(Boolean).join('\n'),
    documentation: { kind: 'markdown', value: documentationOf(found) },
    ...(additionalTextEdits.length > 0 && { additionalTextEdits }),
  };
}

// A declaration replaced, given another body or a neighbour, without anybody counting lines.
import { z } from 'zod';
import type { OutlineSymbol } from '../../ide/doors/languages.ts';
import { invalidArguments, symbolNotFound } from '../../ide/errors/errors.ts';
import type { Position } from '../../ide/text.ts';
import { editsBetween } from '../../ide/workspaceEdit.ts';
import { outlinePath } from '../../source/outlinePath.ts';
import { defineTool, type ProjectContext } from '../tool.ts';
import { carryOut, changeInput, changeOutput, tellChange } from '../words/change.ts';
import { maxTokens } from '../words/page.ts';
import { fileOf, isInProject, lineAndColumn } from '../words/place.ts';
import { type PointedSymbol, resolveSymbol, symbolInput, symbolOutput } from '../words/symbol.ts';
import { type EditedDeclaration, editedSymbol } from './words/symbolEdit.ts';

export const editSymbol = defineTool({
  name: 'edit_symbol',
  title: 'Edit symbol',
  description:
    'Replace a declaration or its body, or insert code beside it. Comments and decorators above stay unless text brings its own; indentation adapts.',
  effect: 'edits',
  needs: ['changes'],
  hidden: true,
  input: z.strictObject({
    symbol: symbolInput,
    action: z.enum(['replace_body', 'replace', 'insert_before', 'insert_after']).describe('replace: the whole declaration.'),
    text: z.string().describe('Code; of a body without its braces.'),
    ...changeInput,
    max_tokens: maxTokens,
  }),
  output: z.object({ symbol: symbolOutput, ...changeOutput }),
  async run(context, input) {
    const pointed = await resolveSymbol(context, input.symbol);
    const declaration = await declarationOf(context, pointed);
    const { document, symbol, file } = declaration;
    if (input.text.trim() === '' && input.action !== 'replace_body')
      throw invalidArguments('edit_symbol', [`${input.action} needs text`], ['symbol', 'action', 'text', 'preview', 'verify', 'project_path']);
    // Counted in \n; a change keeps the line breaks of its file.
    const edited = editedSymbol(declaration, input.action, input.text);
    const text = document.text.includes('\r\n') ? edited.replaceAll(/\r?\n/g, '\r\n') : edited;
    const done = await carryOut(
      context,
      { operations: [{ kind: 'edit', uri: document.uri, edits: editsBetween(document, text) }] },
      { tool: 'edit_symbol', title: `${input.action} ${symbol.name}`, preview: input.preview, verify: input.verify, notes: pointed.notes },
    );
    return { symbol: { name: symbol.name, file, ...lineAndColumn(symbol.selection.start) }, ...done };
  },
  *tell(value) {
    for (const telling of tellChange(value)) yield `${value.symbol.name} ${value.symbol.file}:${value.symbol.line}\n${telling}`;
  },
});

// Of a use, what it means.
async function declarationOf(context: ProjectContext, pointed: PointedSymbol): Promise<EditedDeclaration> {
  const here = await declarationAt(context, pointed.place.uri, pointed.place.position);
  if (here !== undefined) return here;
  const { value } = await context.ide.languages.definition(pointed.place, context.signal);
  for (const { uri, range } of value) {
    const found = isInProject(context.ide.project, uri) ? await declarationAt(context, uri, range.start) : undefined;
    if (found !== undefined) return found;
  }
  throw symbolNotFound(`${pointed.name} as a declaration in the project`, 'Point at what get_file_outline lists, or use edit_file.');
}

async function declarationAt({ ide, signal }: ProjectContext, uri: string, position: Position): Promise<EditedDeclaration | undefined> {
  const { value: outline } = await ide.languages.outline(uri, signal);
  const path = outlinePath(outline, position);
  const symbol = path.at(-1);
  if (symbol === undefined) return undefined;
  const siblings: readonly OutlineSymbol[] = path.at(-2)?.children ?? outline;
  const ordered = siblings.toSorted((a, b) => a.range.start.line - b.range.start.line || a.range.start.character - b.range.start.character);
  return {
    document: await ide.documents.read(uri, signal),
    file: fileOf(ide.project, uri),
    symbol,
    siblings: ordered,
    isNested: path.length > 1,
    owner: path.at(-2),
  };
}

// What could be written at a place, best first, with the import that each would bring.
import { z } from 'zod';
import { counted } from '../../base/text/counted.ts';
import { type Completion, fittingCompletions } from '../../ide/completions.ts';
import type { TextSnapshot } from '../../ide/text.ts';
import { hunksOf } from '../../ide/workspaceEdit.ts';
import { defineTool, type ProjectContext } from '../tool.ts';
import { certificateOf, certificateOutput, tellCertificate } from '../words/certificate.ts';
import { pageInput, pageOf, pageOutput, weighJson } from '../words/page.ts';
import { placeOf, placeOutput } from '../words/place.ts';
import { cutText, longestText } from '../words/room.ts';
import { type Caret, caretAt, caretInput } from './words/caret.ts';

const completionOutput = z.object({
  label: z.string(),
  kind: z.string(),
  // Signature or type.
  detail: z.string().optional(),
  // What would be written, where that is not the label.
  text: z.string().optional(),
  deprecated: z.boolean().optional(),
  // The module that it would be imported from.
  from: z.string().optional(),
  // The lines that would change in the same file, such as an import, with the number of the first.
  alsoWrites: z.array(z.object({ line: z.number(), removed: z.string().optional(), added: z.string() })).optional(),
  documentation: z.string().optional(),
  // Of detail and documentation, where not all is shown.
  detailLength: z.number().optional(),
  documentationLength: z.number().optional(),
});
type Row = z.infer<typeof completionOutput>;

const output = z.object({
  caret: placeOutput,
  // What is written of it already.
  prefix: z.string(),
  // All that fit, listed or not.
  total: z.number(),
  completions: z.array(completionOutput),
  ...pageOutput,
  ...certificateOutput,
});

export const codeCompletions = defineTool({
  name: 'code_completions',
  title: 'Code completions',
  description:
    'What can be written at a place, best first: members, names, also those of other files with the import they need. Shows an API without guessing.',
  effect: 'reads',
  hidden: true,
  input: z.strictObject({
    ...caretInput,
    limit: z.int().min(1).max(500).default(30).describe('Most to list.'),
    documentation: z.boolean().default(false).describe('Show it.'),
    ...pageInput,
  }),
  output,
  async run(context, input) {
    const { ide, signal } = context;
    const { place, document } = await caretAt(context, 'code_completions', input);
    const answer = await ide.languages.completions(place, signal);
    const fitting = fittingCompletions(answer.value, document, place.position);
    const details = await ide.languages.completionDetails(fitting.slice(0, input.limit), place, signal);
    const rows = details.value.map((completion) => rowOf(context, completion, document, input.documentation));
    const around = {
      caret: placeOf(ide.project, place.uri, place.position),
      prefix: prefixOf(fitting[0], { place, document }),
      total: fitting.length,
      ...certificateOf([answer, details]),
    };
    const page = pageOf({ tool: 'code_completions', input, rows, weigh: weighJson, budget: context.budget - weighJson(around) });
    return { ...around, completions: [...page.rows], ...page.turn };
  },
  *tell(value) {
    const { file, line, column } = value.caret;
    const head = `${counted(value.total, 'completion')} at ${file}:${line}:${column}${value.prefix === '' ? '' : ` behind "${value.prefix}"`}`;
    const foot = [...(value.cursor === undefined ? [] : [`More: cursor ${value.cursor}`]), ...tellCertificate(value)];
    yield [head, ...value.completions.flatMap(tellRow), ...foot].join('\n');
    yield [head, value.completions.map(({ label }) => label).join(' '), ...foot].join('\n');
  },
});

// Whole manuals stand behind some names; the beginning says what it is.
const LONGEST_DOCUMENTATION = 1_200;
const LONGEST_DETAIL = 300;

function rowOf(context: ProjectContext, completion: Completion, document: TextSnapshot, withDocumentation: boolean): Row {
  const { label, kind, text, detail, documentation, deprecated, source } = completion;
  const shownDetail = detail === undefined ? undefined : cutText(detail, longestText(context, LONGEST_DETAIL));
  const isDocumented = withDocumentation && documentation !== undefined;
  const shownDocumentation = isDocumented ? cutText(documentation, longestText(context, LONGEST_DOCUMENTATION)) : undefined;
  const hunks = hunksOf(document, completion.additionalEdits ?? []);
  return {
    label,
    kind,
    ...(shownDetail !== undefined && { detail: shownDetail.text }),
    ...(text !== label && { text }),
    ...(deprecated === true && { deprecated }),
    ...(source !== undefined && { from: source }),
    ...(hunks.length > 0 && {
      alsoWrites: hunks.map(({ line, removed, added }) => ({
        line: line + 1,
        ...(removed.length > 0 && { removed: removed.join('\n') }),
        added: added.join('\n'),
      })),
    }),
    ...(shownDocumentation !== undefined && { documentation: shownDocumentation.text }),
    ...(shownDetail?.length !== undefined && { detailLength: shownDetail.length }),
    ...(shownDocumentation?.length !== undefined && { documentationLength: shownDocumentation.length }),
  };
}

function prefixOf(first: Completion | undefined, { place, document }: Caret): string {
  if (first !== undefined) return document.textIn({ start: first.range.start, end: place.position });
  return /[\p{ID_Continue}$]*$/u.exec((document.line(place.position.line) ?? '').slice(0, place.position.character))?.[0] ?? '';
}

function tellRow({ label, kind, detail, deprecated, from, alsoWrites, documentation }: Row): string[] {
  const about = [kind, ...(deprecated === true ? ['deprecated'] : []), ...(from === undefined ? [] : [`from ${from}`])].join(', ');
  return [
    `${label} (${about})${detail === undefined ? '' : `  ${detail}`}`,
    ...(alsoWrites ?? []).map(({ line, added }) => `  also writes line ${line}: ${added}`),
    ...(documentation === undefined ? [] : [documentation.replace(/^/gm, '  ')]),
  ];
}

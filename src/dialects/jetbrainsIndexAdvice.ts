// What the JetBrains index plugin advises: completions at a place, and quick fixes of problems.
import { z } from 'zod';
import { defineDialectTool } from './dialect.ts';
import { cutOf, file, given, inCapitals, position, project, SEVERITIES } from './jetbrainsIndexWords.ts';

const MOST_COMPLETIONS = 50;

export const codeCompletions = defineDialectTool({
  name: 'ide_code_completions',
  tool: 'code_completions',
  description: 'Completions at a position, best first, with signature, and with the import that each of them would add.',
  input: z.strictObject({
    ...position,
    max_results: z.int().min(1).max(500).default(MOST_COMPLETIONS).describe('Most to return.'),
    documentation: z.boolean().default(false).describe('Include documentation.'),
  }),
  answer: z.object({
    total: z.number(),
    completions: z.array(
      z.object({
        label: z.string(),
        kind: z.string(),
        detail: z.string().optional(),
        text: z.string().optional(),
        deprecated: z.boolean().optional(),
        from: z.string().optional(),
        alsoWrites: z.array(z.object({ line: z.number(), removed: z.string().optional(), added: z.string() })).optional(),
        documentation: z.string().optional(),
        detailLength: z.number().optional(),
        documentationLength: z.number().optional(),
      }),
    ),
  }),
  toArguments: ({ max_results: limit, ...asked }) => ({ ...given(asked), limit, page_size: 500 }),
  toResult(pages) {
    const completions = pages.flatMap((page) =>
      page.completions.map(({ label, kind, detail, text, deprecated, from, alsoWrites, documentation, detailLength, documentationLength }) => ({
        name: label,
        kind: inCapitals(kind),
        insertText: text ?? label,
        deprecated: deprecated ?? false,
        ...given({ signature: detail, importFrom: from, additionalEdits: alsoWrites, documentation }),
        ...cutOf('signature', detailLength),
        ...cutOf('documentation', documentationLength),
      })),
    );
    return { completions, totalCount: pages[0].total };
  },
});

export const listQuickFixes = defineDialectTool({
  name: 'ide_list_quick_fixes',
  tool: 'list_quick_fixes',
  description: 'Quick fixes for the problem at a position, on a line, or in the whole file, each with an id and the problem that it solves.',
  input: z.strictObject({
    ...file,
    line: z.int().min(1).optional().describe('Line, from 1; all lines without it.'),
    column: z.int().min(1).optional().describe('Column, from 1; the whole line without it.'),
    preview: z.boolean().default(false).describe('Include the lines that would change.'),
    ...project,
  }),
  answer: z.object({
    file: z.string(),
    problems: z.array(
      z.object({
        line: z.number(),
        column: z.number(),
        severity: z.string(),
        message: z.string(),
        length: z.number().optional(),
        source: z.string().optional(),
        code: z.string().optional(),
        fixes: z.array(
          z.object({
            id: z.string(),
            title: z.string(),
            kind: z.string().optional(),
            preferred: z.boolean().optional(),
            alsoEdits: z.array(z.string()).optional(),
            diff: z.array(z.string()).optional(),
          }),
        ),
      }),
    ),
  }),
  toArguments: (asked) => ({ ...given(asked), page_size: 500 }),
  toResult(pages) {
    const fixes = pages.flatMap((page) =>
      page.problems.flatMap(({ fixes: offered, line, column, severity, message, length, source, code }) =>
        offered.map(({ id, title, kind, preferred, alsoEdits, diff }) => ({
          fixId: id,
          name: title,
          kind: kind ?? 'quickfix',
          preferred: preferred ?? false,
          problem: {
            file: page.file,
            line,
            column,
            severity: SEVERITIES[severity] ?? 'INFO',
            message,
            ...cutOf('message', length),
            ...given({ source, code }),
          },
          otherFiles: alsoEdits ?? [],
          ...given({ diff: diff?.join('\n') }),
        })),
      ),
    );
    return { fixes, totalCount: fixes.length };
  },
});

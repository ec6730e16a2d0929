// Errors and warnings in both models of Claude Code's IDE protocol: grouped by URI with ranges from 0, and the seed's flat one with lines from 1.
import { z } from 'zod';
import { milliseconds } from '../../base/waiting/duration.ts';
import type { IdeError } from '../../ide/errors/errors.ts';
import { defineDialectTool } from '../dialect.ts';
import { path, pathIn } from './words.ts';

const answer = z.object({
  files: z.array(
    z.object({
      file: z.string(),
      diagnostics: z.array(
        z.object({
          line: z.number(),
          column: z.number(),
          endLine: z.number(),
          endColumn: z.number(),
          severity: z.enum(['error', 'warning', 'information', 'hint']),
          message: z.string(),
          source: z.string().optional(),
          code: z.string().optional(),
        }),
      ),
    }),
  ),
  unserved: z.array(z.string()).optional(),
  complete: z.boolean().optional(),
  why: z.string().optional(),
});

// As long as the command waits for what was there before an edit, and afterwards for what is new; what comes later it drops.
const LONGEST_BASELINE = milliseconds(450);
const LONGEST_NEWS = milliseconds(1_800);

const SEVERITIES = { error: 'Error', warning: 'Warning', information: 'Info', hint: 'Hint' } as const;

interface Position {
  readonly line: number;
  readonly character: number;
}

interface UriDiagnostic {
  readonly message: string;
  readonly severity: 'Error' | 'Warning' | 'Info' | 'Hint';
  readonly range: { readonly start: Position; readonly end: Position };
  readonly source?: string;
  readonly code?: string;
}

interface AskedGroup {
  readonly uri: string;
  // Absent: it is the only one that was asked for.
  readonly file?: string;
  readonly wasIncomplete?: boolean;
}

interface UriGroup {
  readonly uri: string;
  readonly diagnostics: readonly UriDiagnostic[];
}

const START = { line: 0, character: 0 };

// The protocol has no word for an answer that is not whole, and an empty one would say that there are no errors.
function incomplete(why: string): UriDiagnostic {
  return { message: `These diagnostics are incomplete: ${why}`, severity: 'Info', range: { start: START, end: START }, source: 'binnacle' };
}

// Clients report as new whatever was not in the answer before.
const notKnownBefore = incomplete('the language server was still loading before the file changed, so some of them may be older than the change.');
const unserved = incomplete('no language server checks this file.');

export const getDiagnostics = defineDialectTool({
  name: 'getDiagnostics',
  tool: 'get_diagnostics',
  description: 'Errors and warnings of a file as it is on disk now; without uri those of the files that were opened, asked about or changed last.',
  input: z.strictObject({ uri: path.optional().describe('file:// and the absolute path.') }),
  saysIncomplete: true,
  answer,
  aboutFile: ({ uri }) => uri,
  longest: ({ uri }) => (uri === undefined ? LONGEST_NEWS : LONGEST_BASELINE),
  toArguments: ({ uri }, recent) => ({ files: uri === undefined ? recent.map(({ file }) => file) : [pathIn(uri)], severity: 'hint' }),
  toResult: (pages, { given: { uri }, recent = [] }) => ({
    groups: grouped(pages, uri === undefined ? recent : [{ uri }]),
    incomplete: pages.some(({ complete }) => complete === false),
  }),
  insteadOf(error, { uri }, recent) {
    const asked = uri === undefined ? recent : [{ uri }];
    return { groups: asked.map((one) => ({ uri: one.uri, diagnostics: insteadOf(error) })), incomplete: error.code !== 'file_not_found' };
  },
  tell: ({ groups }) => JSON.stringify(groups),
});

// A file that is not there yet has no errors; for any other reason they are not known.
function insteadOf(error: IdeError): readonly UriDiagnostic[] {
  if (error.code === 'file_not_found') return [];
  return [incomplete(error.code === 'timed_out' ? 'the language server has not answered yet.' : error.message)];
}

// In the spelling that was asked for, because clients compare it as text.
function grouped(pages: readonly z.infer<typeof answer>[], asked: readonly AskedGroup[]): readonly UriGroup[] {
  const why = pages.find(({ complete }) => complete === false)?.why;
  return asked.map(({ uri, file: wanted, wasIncomplete }) => {
    const isThis = (file: string) => wanted === undefined || file === wanted;
    const found = pages.flatMap(({ files }) => files.filter(({ file }) => isThis(file)).flatMap(({ diagnostics }) => diagnostics));
    const isUnserved = pages.some((page) => page.unserved?.some(isThis));
    return {
      uri,
      diagnostics: [
        ...found.map(({ line, column, endLine, endColumn, severity, message, source, code }) => ({
          message,
          severity: SEVERITIES[severity],
          range: { start: { line: line - 1, character: column - 1 }, end: { line: endLine - 1, character: endColumn - 1 } },
          ...(source !== undefined && { source }),
          ...(code !== undefined && { code }),
        })),
        ...(isUnserved ? [unserved] : why === undefined ? [] : [incomplete(why)]),
        ...(wasIncomplete === true ? [notKnownBefore] : []),
      ],
    };
  });
}

export const seedDiagnostics = defineDialectTool({
  name: 'get_diagnostics',
  tool: 'get_diagnostics',
  description: 'Errors and warnings of a file as it is now, or of the whole project.',
  input: z.strictObject({ file_path: path.optional().describe('From the project root, or absolute.') }),
  answer,
  toArguments: ({ file_path: file }) => (file === undefined ? {} : { file: pathIn(file) }),
  toResult: (pages) => ({
    diagnostics: pages.flatMap(({ files }) =>
      files.flatMap(({ file, diagnostics }) =>
        diagnostics.map(({ line, column, severity, message }) => ({ file_path: file, line, column, severity: SEVERITIES[severity].toUpperCase(), message })),
      ),
    ),
  }),
});

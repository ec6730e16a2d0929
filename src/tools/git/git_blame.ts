// Who wrote each line of a file, in which commit.
import { z } from 'zod';
import type { BlamedCommit } from '../../ide/doors/git.ts';
import { IdeError, invalidArguments } from '../../ide/errors/errors.ts';
import { defineTool, type ProjectContext } from '../tool.ts';
import { pageOf, pageOutput, weighJson } from '../words/page.ts';
import { fileOf, lineNumber } from '../words/place.ts';
import { cursorWord, tellTurn } from './words/gitDiff.ts';

const part = z.object({
  line: z.number(),
  endLine: z.number(),
  // Absent for what is not committed.
  commit: z.string().optional(),
  // What the file was called then.
  from: z.string().optional(),
  text: z.string(),
});
type Part = z.infer<typeof part>;

export const gitBlame = defineTool({
  name: 'git_blame',
  title: 'Git blame',
  description: 'Which commit and author each line comes from.',
  effect: 'reads',
  hidden: true,
  input: z.strictObject({
    file: z.string().min(1).describe('Path.'),
    start_line: lineNumber.optional().describe('First.'),
    end_line: lineNumber.optional().describe('Last.'),
    revision: z.string().min(1).optional().describe('As of it.'),
    ignore_whitespace: z.boolean().optional().describe('As -w.'),
    cursor: cursorWord,
  }),
  output: z.object({
    file: z.string(),
    // By the ids that the parts name.
    commits: z.record(z.string(), z.object({ author: z.string(), time: z.string(), subject: z.string() })),
    parts: z.array(part),
    // It was asked about text that is not saved.
    unsaved: z.boolean().optional(),
    ...pageOutput,
  }),
  async run(context, input) {
    const { ide, signal, budget } = context;
    const uri = await ide.documents.locate(input.file);
    const file = fileOf(ide.project, uri);
    const { start_line: first = 1, end_line: last } = input;
    if (last !== undefined && last < first) throw invalidArguments('git_blame', [`end_line ${last} is before start_line ${first}`], ['start_line', 'end_line']);
    const unsaved = input.revision === undefined ? await unsavedText(context, uri) : undefined;
    const lines = first === 1 && last === undefined ? undefined : { start: first - 1, end: last };
    const query = { uri, revision: input.revision, lines, ignoreWhitespace: input.ignore_whitespace === true, text: unsaved };
    const { commits, parts } = await ide.git.blame(query, signal);
    const rows = parts.flatMap(({ commit, line, from, lines: texts }) =>
      pieces(texts).map(
        ({ start, text, count }): Part => ({
          line: line + start + 1,
          endLine: line + start + count,
          ...(commit !== undefined && { commit }),
          ...(from !== undefined && { from }),
          text,
        }),
      ),
    );
    const weigh = (row: Part, previous: Part | undefined) =>
      weighJson(row) + (row.commit === undefined || row.commit === previous?.commit ? 0 : weighJson([row.commit, commits.get(row.commit)]));
    const page = pageOf({ tool: 'git_blame', input, rows, weigh, budget: budget - OVERHEAD });
    return { file, commits: named(page.rows, commits), parts: [...page.rows], ...(unsaved !== undefined && { unsaved: true }), ...page.turn };
  },
  *tell({ file, commits, parts, unsaved, ...turn }) {
    const head = `${file}${unsaved === true ? ' (as it is, unsaved)' : ''}`;
    const by = (commit: string | undefined) =>
      commit === undefined ? 'not committed' : `${commit} ${commits[commit]?.author ?? ''} ${commits[commit]?.time.slice(0, 10) ?? ''}`;
    yield [
      head,
      ...parts.flatMap(({ line, endLine, commit, text }) => [
        `${line}–${endLine} ${by(commit)}: ${commit === undefined ? '' : (commits[commit]?.subject ?? '')}`,
        text,
      ]),
      ...tellTurn(turn),
    ].join('\n');
    yield [head, ...parts.map(({ line, endLine, commit }) => `${line}–${endLine} ${by(commit)}`), ...tellTurn(turn)].join('\n');
  },
});

const OVERHEAD = 60;
const LONGEST_PIECE = 3_000;
const LONGEST_LINE = 500;

async function unsavedText({ ide, signal }: ProjectContext, uri: string): Promise<string | undefined> {
  const document = await ide.documents.read(uri, signal).catch((error: unknown) => {
    // Git knows also what is not text, too large or deleted.
    if (error instanceof IdeError) return undefined;
    throw error;
  });
  return document?.unsaved === true ? document.text : undefined;
}

function pieces(lines: readonly string[]): { start: number; count: number; text: string }[] {
  const found: { start: number; count: number; text: string }[] = [];
  for (const [index, line] of lines.entries()) {
    const shown = line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE)}…` : line;
    const last = found.at(-1);
    if (last === undefined || last.text.length + shown.length > LONGEST_PIECE) found.push({ start: index, count: 1, text: shown });
    else {
      last.text += `\n${shown}`;
      last.count += 1;
    }
  }
  return found;
}

function named(rows: readonly Part[], commits: ReadonlyMap<string, BlamedCommit>): Record<string, BlamedCommit> {
  return Object.fromEntries(
    [...new Set(rows.flatMap(({ commit }) => commit ?? []))].flatMap((commit) => {
      const described = commits.get(commit);
      return described === undefined ? [] : [[commit, described]];
    }),
  );
}

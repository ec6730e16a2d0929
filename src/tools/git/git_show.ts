// One commit whole: who, when, why and what it changed; or what a file held in it.
import { z } from 'zod';
import { defineTool } from '../tool.ts';
import { pageOf, weighJson } from '../words/page.ts';
import { fileOf } from '../words/place.ts';
import { cursorWord, DIFF_FLAGS, diffPage, diffPageOutput, pathsWord, tellDiff, tellDiffShortly, tellTurn } from './words/gitDiff.ts';
import { flagsWord } from './words/gitFlags.ts';

const output = z.object({
  commit: z.string(),
  author: z.string().optional(),
  email: z.string().optional(),
  time: z.string().optional(),
  subject: z.string().optional(),
  body: z.string().optional(),
  // Of the whole message, where `body` is its beginning.
  bodyLength: z.number().optional(),
  refs: z.array(z.string()).optional(),
  // Of a merge; the diff is what it changed for the first of them.
  parents: z.array(z.string()).optional(),
  // Of a file: where the text begins, and how many lines there are in all.
  file: z.string().optional(),
  startLine: z.number().optional(),
  lines: z.number().optional(),
  text: z.string().optional(),
  ...z.object(diffPageOutput).partial().shape,
});

export const gitShow = defineTool({
  name: 'git_show',
  title: 'Git show',
  description: 'A commit with message and diff, or the text of a file in it.',
  effect: 'reads',
  hidden: true,
  input: z.strictObject({
    revision: z.string().min(1).optional().describe('Default HEAD.'),
    file: z.string().min(1).optional().describe('Its text then.'),
    paths: pathsWord,
    flags: flagsWord(DIFF_FLAGS, 'stat: only counts.'),
    cursor: cursorWord,
  }),
  output,
  async run(context, input) {
    const { ide, signal, budget } = context;
    const { revision = 'HEAD', paths = [] } = input;
    const flags = new Set(input.flags);
    if (input.file !== undefined) {
      const uri = await ide.documents.locate(input.file);
      const lines = (await ide.git.contents(uri, revision, signal)).split(/(?<=\n)/);
      const rows = lines.map((text, index) => ({ line: index + 1, text }));
      const page = pageOf({ tool: 'git_show', input, rows, weigh: ({ text }) => weighJson(text), budget: budget - OVERHEAD });
      const startLine = page.rows[0]?.line ?? 1;
      return {
        commit: revision,
        file: fileOf(ide.project, uri),
        startLine,
        lines: lines.length,
        text: page.rows.map(({ text }) => text).join(''),
        ...page.turn,
      };
    }
    const options = { paths, context: 3, ignoreWhitespace: flags.has('ignore_whitespace'), words: flags.has('words') };
    const { commit, files } = await ide.git.show({ revision, ...options }, signal);
    const { id, author, email, time, subject, body, refs, parents } = commit;
    const about = {
      commit: id,
      author,
      email,
      time,
      subject,
      ...messageFields(body, budget),
      ...(refs.length > 0 && { refs: [...refs] }),
      ...(parents.length > 1 && { parents: [...parents] }),
    };
    return { ...about, ...diffPage(ide.project, files, { tool: 'git_show', input, onlyCounts: flags.has('stat'), budget: budget - weighJson(about) }) };
  },
  *tell(value) {
    const { total, added, removed, files } = value;
    if (value.text !== undefined) {
      yield [`${value.file} in ${value.commit}, from line ${value.startLine} of ${value.lines}:`, value.text.replace(/\n$/, ''), ...tellTurn(value)].join('\n');
      return;
    }
    const head = [
      `${value.commit} ${value.time} ${value.author} <${value.email}>${value.refs === undefined ? '' : ` (${value.refs.join(', ')})`}`,
      ...(value.parents === undefined ? [] : [`A merge of ${value.parents.join(', ')}; what it changed for the first of them:`]),
      value.subject ?? '',
      ...(value.body === undefined ? [] : [value.body]),
      ...(value.bodyLength === undefined ? [] : [`(… the message has ${value.bodyLength} characters; git_log with the flag body has it whole …)`]),
    ];
    const diff = { ...value, total: total ?? 0, added: added ?? 0, removed: removed ?? 0, files: files ?? [] };
    yield [...head, ...tellDiff(diff)].join('\n');
    yield [...head, ...tellDiffShortly(diff)].join('\n');
  },
});

const OVERHEAD = 100;
// At least so much of a message; half of an answer, where that is more.
const LONGEST_BODY = 4_000;
const CHARACTERS_OF_A_TOKEN = 3;

function messageFields(body: string, budget: number): { body?: string; bodyLength?: number } {
  if (body === '') return {};
  const longest = Math.max(LONGEST_BODY, Math.floor((budget / 2) * CHARACTERS_OF_A_TOKEN));
  return body.length <= longest ? { body } : { body: body.slice(0, longest), bodyLength: body.length };
}

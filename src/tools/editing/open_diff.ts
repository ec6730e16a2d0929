// Shows a person what a file would become, and waits for what they make of it. Nothing is written.
import { z } from 'zod';
import type { PlannedFile, PlannedText } from '../../ide/doors/changes.ts';
import { acceptedFiles, type Feedback } from '../../ide/doors/reviews.ts';
import { IdeError, isAFolder } from '../../ide/errors/errors.ts';
import { defineTool, type ProjectContext } from '../tool.ts';
import { fileInput, fileOf } from '../words/place.ts';
import { formOf } from './words/textForm.ts';

// As far as files are read as text at all.
const LARGEST_BEFORE = 20 * 1024 * 1024;

export const openDiff = defineTool({
  name: 'open_diff',
  title: 'Open diff',
  description: 'Show a person the text that a file would have, and wait until they decide. Writes nothing: accepted, text is what they want it to hold.',
  effect: 'controls',
  hidden: true,
  input: z.strictObject({
    file: fileInput,
    text: z.string().describe('The whole new text.'),
    title: z.string().max(1_000).optional().describe('Over the diff.'),
  }),
  output: z.object({
    file: z.string(),
    accepted: z.boolean(),
    // The final text: as proposed, with the accepted hunks only, or as the person edited it.
    text: z.string().optional(),
    // It is not what was proposed.
    changed: z.boolean().optional(),
    // The file holds this text already, so nobody was asked.
    unchanged: z.boolean().optional(),
    // There was no text before: no file, or an empty one.
    isNew: z.boolean().optional(),
    // Nobody decided.
    undecided: z.boolean().optional(),
    why: z.string().optional(),
    // They want something else instead; what they said is in personReviews, as of every review.
    sentBack: z.boolean().optional(),
    // All that the person wrote when they did not accept it, comments on lines too.
    note: z.string().optional(),
  }),
  async run(context, { file: given, text, title }) {
    const { ide, decide } = context;
    // A file outside the project is refused: what it holds would come back to the agent in what a person takes only a part of, and equal texts would let it guess.
    const uri = await ide.documents.locate(given);
    const file = fileOf(ide.project, uri);
    if (uri === ide.project.uri || /[\\/]$/.test(given)) throw isAFolder(given);
    const before = await textNow(context, uri);
    const old = before === undefined ? '' : 'text' in before ? before.text : undefined;
    const form = formOf(old ?? '', text);
    const proposed = form.inFile(text);
    if (before !== undefined && old === proposed) return { file, accepted: true, text, unchanged: true };
    const files: readonly PlannedFile[] = [{ uri, before, after: { text: proposed } }];
    const proposal = { asks: 'opinion', tool: 'open_diff', title: title?.trim() || `change ${file}`, files } as const;
    const decision = decide(proposal);
    if (decision.decision === 'none') return { file, accepted: false, undecided: true, why: decision.why };
    if (decision.decision !== 'accept') {
      const isSentBack = decision.decision === 'sendBack';
      const why = decision.note ?? `${isSentBack ? 'sent back' : 'rejected'} in ${decision.by}`;
      const note = wordsOf(decision);
      return { file, accepted: false, why, ...(isSentBack && { sentBack: true }), ...(note !== '' && { note }) };
    }
    const [accepted] = acceptedFiles(proposal, decision);
    const final = form.asGiven(accepted?.after !== undefined && 'text' in accepted.after ? accepted.after.text : proposed);
    return { file, accepted: true, text: final, ...(final !== text && { changed: true }), ...(old === '' && { isNew: true }) };
  },
  *tell({ file, accepted, text, changed, unchanged, why }) {
    if (!accepted) yield `${file}: not accepted, ${why ?? 'without a word'}.`;
    else if (unchanged) yield `${file}: holds this text already.`;
    else {
      yield `${file}: accepted${changed ? ', changed by the person' : ''}. The final text:\n${text}`;
      yield `${file}: accepted${changed ? ', changed by the person' : ''}.`;
    }
  },
});

function wordsOf({ note, comments = [] }: Feedback): string {
  return [note, ...comments.map(({ line, text }) => `Line ${line}: ${text}`)].filter((words) => words !== undefined && words !== '').join('\n');
}

// Of what is not text only how long it is.
async function textNow({ ide, signal }: ProjectContext, uri: string): Promise<PlannedText | undefined> {
  try {
    const { text, encoding } = await ide.documents.read(uri, signal);
    return { text, ...(encoding !== undefined && { encoding }) };
  } catch (error) {
    if (error instanceof IdeError && error.code === 'file_not_found') return undefined;
    if (error instanceof IdeError && error.code === 'binary_file') return { binaryBytes: (await ide.documents.readBytes(uri, LARGEST_BEFORE, signal)).length };
    throw error;
  }
}

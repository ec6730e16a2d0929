// Shows a person what a file would become, and waits for what they make of it. Nothing is written.
import { z } from 'zod';
import { acceptedFiles } from '../../ide/doors/reviews.ts';
import { IdeError, invalidArguments, isAFolder } from '../../ide/errors/errors.ts';
import { defineTool, type ProjectContext } from '../tool.ts';
import { fileInput, fileOf } from '../words/place.ts';

export const openDiff = defineTool({
  name: 'open_diff',
  title: 'Open diff',
  description: 'Show a person the text that a file would have, and wait until they decide. Writes nothing: accepted, text is what they want it to hold.',
  effect: 'controls',
  hidden: true,
  input: z.strictObject({ file: fileInput, text: z.string().describe('The whole new text.') }),
  output: z.object({
    file: z.string(),
    accepted: z.boolean(),
    // The final text: as proposed, with the accepted hunks only, or as the person edited it.
    text: z.string().optional(),
    // It is not what was proposed.
    changed: z.boolean().optional(),
    why: z.string().optional(),
  }),
  async run(context, { file: given, text }) {
    const { ide, decide } = context;
    const uri = await ide.documents.locate(given);
    const file = fileOf(ide.project, uri);
    if (uri === ide.project.uri) throw isAFolder(given);
    const before = await textNow(context, uri);
    if (before?.text === text) throw invalidArguments('open_diff', [`${file} holds this text already`], ['file', 'text', 'project_path']);
    const proposal = { asks: 'opinion', tool: 'open_diff', title: `change ${file}`, files: [{ uri, before, after: { text } }] } as const;
    const decision = decide(proposal);
    if (decision.decision === 'none') return { file, accepted: false, why: decision.why };
    if (decision.decision === 'reject') return { file, accepted: false, why: decision.reason ?? `rejected in ${decision.by}` };
    const [accepted] = acceptedFiles(proposal, decision);
    const final = accepted?.after !== undefined && 'text' in accepted.after ? accepted.after.text : text;
    return { file, accepted: true, text: final, ...(final !== text && { changed: true }) };
  },
  *tell({ file, accepted, text, changed, why }) {
    if (!accepted) yield `${file}: not accepted, ${why ?? 'without a word'}.`;
    else {
      yield `${file}: accepted${changed ? ', changed by the person' : ''}. The final text:\n${text}`;
      yield `${file}: accepted${changed ? ', changed by the person' : ''}.`;
    }
  },
});

async function textNow({ ide, signal }: ProjectContext, uri: string): Promise<{ readonly text: string } | undefined> {
  try {
    return { text: (await ide.documents.read(uri, signal)).text };
  } catch (error) {
    if (error instanceof IdeError && error.code === 'file_not_found') return undefined;
    throw error;
  }
}

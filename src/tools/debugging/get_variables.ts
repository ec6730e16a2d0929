// What the names in a frame are worth.
import { z } from 'zod';
import { estimateTokens } from '../../base/text/tokens.ts';
import { defineTool } from '../tool.ts';
import { frameInput, frameMeant, pausedSession, sessionInput } from './words/debugSession.ts';
import { agentValue, detailFor, fitting, scopesOf, tellValue, valueOutput } from './words/debugValue.ts';

const scope = z.object({ name: z.string(), id: z.string(), variables: z.array(valueOutput) });

export const getVariables = defineTool({
  name: 'get_variables',
  title: 'Get variables',
  description: 'Variables of a frame of a paused program, by scope. Long values are cut; expand_variable shows what is inside an id.',
  effect: 'reads',
  needs: ['debugging'],
  hidden: true,
  input: z.strictObject({ ...sessionInput, ...frameInput, scope: z.string().min(1).optional().describe('Part of its name, as Globals.') }),
  output: z.object({ sessionId: z.string(), frameIndex: z.number(), function: z.string(), scopes: z.array(scope), notes: z.array(z.string()).optional() }),
  async run(context, { session_id: id, frame_index: given, scope: wanted }) {
    const paused = pausedSession(context, id);
    const { session, stop } = paused;
    const { frame, index } = await frameMeant(paused, given, context.signal);
    const all = await scopesOf(session, frame, context.signal);
    const isWanted = ({ name, near }: { name: string; near: boolean }) => (wanted === undefined ? near : name.toLowerCase().includes(wanted.toLowerCase()));
    const detail = detailFor(context);
    const most = detail.frameVariables;
    let left = context.budget * 0.8;
    let room = detail.together;
    const scopes: z.infer<typeof scope>[] = [];
    const notes: string[] = [];
    const inside = await Promise.all(
      all.map((one) => (isWanted(one) ? session.children(one.reference, { start: 0, count: most }, context.signal) : undefined)),
    );
    for (const [at, one] of all.entries()) {
      const listed = { name: one.name, id: `${session.id}.${stop.number}.${one.reference}`, variables: noValues() };
      scopes.push(listed);
      const values = inside[at]?.map((value) => agentValue(value, session, stop, detail));
      if (values === undefined) continue;
      const fit = fitting(values, { ...detail, together: room });
      room -= fit.reduce((sum, { name, value, type = '' }) => sum + name.length + value.length + type.length, 0);
      for (const value of fit) {
        left -= estimateTokens(JSON.stringify(value)) + 1;
        if (left > 0) listed.variables.push(value);
      }
      if (listed.variables.length < values.length || values.length === most)
        notes.push(`Not all of ${one.name} fits: expand_variable ${listed.id} pages through it.`);
    }
    return { sessionId: session.id, frameIndex: index, function: frame.name, scopes, ...(notes.length > 0 && { notes }) };
  },
  *tell({ function: name, scopes, notes = [] }) {
    yield [`In ${name}:`, ...scopes.flatMap((one) => [`${one.name}  [${one.id}]`, ...one.variables.map((value) => `  ${tellValue(value)}`)]), ...notes].join(
      '\n',
    );
    yield [`In ${name}:`, ...scopes.map((one) => `${one.name}  [${one.id}]: ${one.variables.map((value) => value.name).join(', ')}`)].join('\n');
  },
});

function noValues(): z.infer<typeof valueOutput>[] {
  return [];
}

// The calls that led to where a thread stands.
import { z } from 'zod';
import { defineTool } from '../tool.ts';
import { pausedSession, sessionInput, threadInput } from './words/debugSession.ts';
import { agentFrame, depthOf, frameOutput, framesAsked, tellFrame } from './words/debugStatus.ts';
import { detailFor } from './words/debugValue.ts';

const USUAL_FRAMES = 50;

export const getStackTrace = defineTool({
  name: 'get_stack_trace',
  title: 'Get stack trace',
  description: 'The call stack of a thread of a paused program, innermost first.',
  effect: 'reads',
  needs: ['debugging'],
  hidden: true,
  input: z.strictObject({ ...sessionInput, ...threadInput, max_frames: z.int().min(1).max(500).optional().describe('50') }),
  output: z.object({
    sessionId: z.string(),
    threadId: z.number(),
    frames: z.array(frameOutput),
    depth: z.number().optional(),
    deeper: z.literal(true).optional(),
    selected: z.number(),
  }),
  async run(context, { session_id: id, thread_id: threadId, max_frames: most = USUAL_FRAMES }) {
    const { session, stop } = pausedSession(context, id);
    const thread = threadId ?? stop.thread;
    const detail = detailFor(context);
    const { frames, total } = await session.frames(thread, framesAsked(most, detail), context.signal);
    return {
      sessionId: session.id,
      threadId: thread,
      frames: frames.slice(0, most).map((frame, index) => agentFrame(context, frame, index)),
      ...depthOf(frames.length, total, detail),
      selected: session.selectedFrame,
    };
  },
  *tell({ sessionId, threadId, frames, depth }) {
    const more = depth === undefined || depth <= frames.length ? [] : [`${depth - frames.length} more; pass max_frames.`];
    yield [`Session ${sessionId}, thread ${threadId}:`, ...frames.map(tellFrame), ...more].join('\n');
    yield [`Session ${sessionId}, thread ${threadId}:`, ...frames.slice(0, 20).map(tellFrame), '…'].join('\n');
  },
});

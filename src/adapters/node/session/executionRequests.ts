// Requests that make the program go on or stop.
import { z } from 'zod';
import type { StepKind } from '../thread/step.ts';
import { type Handlers, handler } from './handler.ts';
import { frameNotRestartable } from './refusals.ts';
import type { NodeDebugSession } from './session.ts';

const onThread = z.looseObject({ threadId: z.number() });
const onFrame = z.looseObject({ frameId: z.number() });

export function executionHandlers(session: NodeDebugSession): Handlers {
  const threadOf = (id: number) => session.running().thread(id);
  const step = (kind: StepKind) => handler(onThread, ({ threadId }) => threadOf(threadId).step(kind));
  return {
    // The protocol has no groups; clients that do not know them leave them alone.
    threads: handler(z.looseObject({}), () => ({
      threads: (session.debuggee?.threads ?? []).map(({ id, name, isWorker }) => ({ id, name, ...(isWorker && { group: 'worker_threads' }) })),
    })),
    continue: handler(onThread, async ({ threadId }) => {
      await threadOf(threadId).resume();
      return { allThreadsContinued: false };
    }),
    next: step('over'),
    stepIn: step('into'),
    stepOut: step('out'),
    pause: handler(onThread, ({ threadId }) => threadOf(threadId).interrupt()),
    restartFrame: handler(onFrame, async ({ frameId }) => {
      const { call, thread, name } = session.frames.frame(frameId);
      if (call?.canBeRestarted !== true) throw frameNotRestartable(name);
      await thread.restartFrame(call.callFrameId);
    }),
  };
}

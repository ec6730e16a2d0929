// Lets a program run until it reaches a line.
import { z } from 'zod';
import { defineTool } from '../tool.ts';
import { fileInput, lineNumber, openDocument } from '../words/place.ts';
import { codeLine } from './words/codeLine.ts';
import { anothersSession, pausedSession, sessionInput, timeoutInput } from './words/debugSession.ts';
import { statusOutput, tellStatus } from './words/debugStatus.ts';
import { moved, whereNext } from './words/proceeding.ts';

export const runToLine = defineTool({
  name: 'run_to_line',
  title: 'Run to line',
  description: 'Let a paused program run until it reaches a line, or stops earlier, and answer where it stands.',
  effect: 'controls',
  needs: ['debugging'],
  hidden: true,
  input: z.strictObject({ file: fileInput, line: lineNumber.describe('From 1.'), ...sessionInput, ...timeoutInput }),
  output: statusOutput,
  asksFirst: anothersSession,
  async run(context, { file, line, session_id: id, timeout }) {
    const { session } = pausedSession(context, id);
    const document = await openDocument(context, file);
    codeLine(document, file, line);
    const since = session.output.next;
    await moved(context, session, 'line', () => session.proceedTo(document.uri, line - 1, context.signal));
    return whereNext(context, session, since, timeout);
  },
  tell: tellStatus,
});

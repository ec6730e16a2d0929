// Runs one test, or a file of them, under the debugger of its language.
import { z } from 'zod';
import { defineTool } from '../tool.ts';
import { fileInput, openDocument } from '../words/place.ts';
import { debugPermission } from './words/debugPermission.ts';
import { timeoutInput } from './words/debugSession.ts';
import { statusOutput, tellStatus } from './words/debugStatus.ts';
import { whereNext } from './words/proceeding.ts';

export const debugTest = defineTool({
  name: 'debug_test',
  title: 'Debug test',
  description:
    'Run a test under the debugger (pytest, unittest, go test, cargo test, vitest, jest, mocha, node:test) until it stops at a breakpoint, stops where it fails, or ends.',
  effect: 'runs',
  needs: ['debugging'],
  hidden: true,
  judgesCommands: true,
  input: z.strictObject({
    file: fileInput,
    test: z.string().min(1).optional().describe('Its name; else the whole file.'),
    ...timeoutInput,
  }),
  output: statusOutput,
  async run(context, { file, test, timeout }) {
    const { uri } = await openDocument(context, file);
    const [session] = await context.ide.debugging.start(
      { target: { kind: 'test', uri, name: test }, owner: context.owner, stopOnEntry: false, ...debugPermission(context) },
      context.signal,
    );
    if (session === undefined) throw new TypeError('a test is one session');
    return whereNext(context, session, 0, timeout);
  },
  tell: tellStatus,
});

// Debugs a program that runs already, and leaves it running in the end.
import { z } from 'zod';
import { invalidArguments } from '../../ide/errors/errors.ts';
import { defineTool } from '../tool.ts';
import { debugPermission } from './words/debugPermission.ts';
import { statusOf, statusOutput, tellStatus } from './words/debugStatus.ts';

export const attachDebugger = defineTool({
  name: 'attach_debugger',
  title: 'Attach debugger',
  description: 'Debug a program that is running: by process id, or by the port on which it waits (node --inspect, debugpy --listen).',
  effect: 'runs',
  needs: ['debugging'],
  hidden: true,
  judgesCommands: true,
  input: z.strictObject({
    process_id: z.int().min(1).optional().describe('Of the program.'),
    port: z.int().min(1).max(65_535).optional().describe('Of Node or debugpy.'),
    host: z.string().min(1).optional().describe('127.0.0.1'),
    debugger: z
      .enum(['node', 'debugpy', 'dlv', 'lldb-dap', 'codelldb', 'js-debug'])
      .optional()
      .describe('Default: node for a port, that of its program for a process.'),
  }),
  output: statusOutput,
  async run(context, { process_id: processId, port, host = '127.0.0.1', debugger: adapter }) {
    if ((processId === undefined) === (port === undefined))
      throw invalidArguments('attach_debugger', ['pass process_id, or port'], ['process_id', 'port', 'host', 'debugger']);
    const target = port === undefined ? ({ kind: 'process', processId: processId ?? 0, adapter } as const) : ({ kind: 'port', host, port, adapter } as const);
    const [session] = await context.ide.debugging.start({ target, owner: context.owner, stopOnEntry: false, ...debugPermission(context) }, context.signal);
    if (session === undefined) throw new TypeError('an attached program is one session');
    return statusOf(context, session, { outputSince: 0 });
  },
  tell: tellStatus,
});

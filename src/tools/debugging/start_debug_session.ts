// Runs a program under its debugger, and answers where it first stands still.
import { z } from 'zod';
import { pathOf } from '../../base/fileUri.ts';
import { invalidArguments } from '../../ide/errors.ts';
import { defineTool, type ProjectContext } from '../tool.ts';
import { timeoutInput } from '../words/debugSession.ts';
import { statusShape, tellStatus } from '../words/debugStatus.ts';
import { whereNext } from '../words/proceeding.ts';

export const startDebugSession = defineTool({
  name: 'start_debug_session',
  title: 'Start debug session',
  description:
    'Run a program under a debugger until it stops at a breakpoint or exception, or ends: place, reason, stack, variables and source in one answer. Set breakpoints first.',
  effect: 'runs',
  hidden: true,
  input: z.strictObject({
    configuration_name: z.string().min(1).optional().describe('Of list_run_configurations.'),
    program: z.string().min(1).optional().describe('File instead: script, Go main or built program.'),
    args: z.array(z.string()).optional().describe('With program.'),
    env: z.record(z.string(), z.string()).optional().describe('With program.'),
    stop_on_entry: z.boolean().optional().describe('Stop at the first line.'),
    ...timeoutInput,
  }),
  output: z.object({ ...statusShape, sessions: z.array(z.string()).optional() }),
  async run(context, input) {
    const target = await targetOf(context, input);
    const sessions = await context.ide.debugging.start({ target, owner: context.owner, stopOnEntry: input.stop_on_entry ?? false }, context.signal);
    const [first] = sessions;
    if (first === undefined) throw invalidArguments('start_debug_session', ['the configuration starts nothing'], ALLOWED);
    const status = await whereNext(context, first, 0, input.timeout);
    return { ...status, ...(sessions.length > 1 && { sessions: sessions.map(({ id }) => id) }) };
  },
  tell: tellStatus,
});

const ALLOWED = ['configuration_name', 'program', 'args', 'env', 'stop_on_entry', 'timeout'];

interface Asked {
  readonly configuration_name?: string | undefined;
  readonly program?: string | undefined;
  readonly args?: string[] | undefined;
  readonly env?: Record<string, string> | undefined;
}

async function targetOf({ ide, signal }: ProjectContext, { configuration_name: name, program, args = [], env = {} }: Asked) {
  if (name === undefined && program === undefined) throw invalidArguments('start_debug_session', ['pass configuration_name or program'], ALLOWED);
  const uri = program === undefined ? undefined : await ide.documents.locate(program);
  if (name !== undefined) return { kind: 'configuration', name, file: uri === undefined ? undefined : pathOf(uri) } as const;
  await readable(ide.documents.read(uri ?? '', signal));
  return { kind: 'program', uri: uri ?? '', args, environment: env } as const;
}

// A built program is no text; that it is there is enough.
async function readable(reading: Promise<unknown>): Promise<void> {
  await reading.catch((error: unknown) => {
    if (!(error instanceof Error) || !('code' in error) || !['binary_file', 'file_too_large', 'is_a_folder'].includes(String(error.code))) throw error;
  });
}

// Runs a program under its debugger, and answers where it first stands still.
import { z } from 'zod';
import { pathOf } from '../../base/files/fileUri.ts';
import { invalidArguments } from '../../ide/errors/errors.ts';
import { defineTool, type ProjectContext } from '../tool.ts';
import { debugPermission } from './words/debugPermission.ts';
import { timeoutInput, waitOf } from './words/debugSession.ts';
import { statusShape, tellStatus } from './words/debugStatus.ts';
import { whereNext } from './words/proceeding.ts';

export const startDebugSession = defineTool({
  name: 'start_debug_session',
  title: 'Start debug session',
  description:
    'Run a program under a debugger until it stops at a breakpoint or exception, or ends: place, reason, stack, variables and source in one answer. Set breakpoints first.',
  effect: 'runs',
  needs: ['debugging'],
  hidden: true,
  judgesCommands: true,
  input: z.strictObject({
    configuration_name: z.string().min(1).optional().describe('Of list_run_configurations.'),
    program: z.string().min(1).optional().describe('File instead: script, Go main or built program.'),
    module: z.string().min(1).optional().describe('Or as python -m.'),
    args: z.array(z.string()).optional().describe('With program or module.'),
    env: z.record(z.string(), z.string()).optional().describe('The same.'),
    stop_on_entry: z.boolean().optional().describe('Stop at the first line.'),
    ...timeoutInput,
  }),
  output: z.object({ ...statusShape, sessions: z.array(z.string()).optional() }),
  async run(context, input) {
    const target = await targetOf(context, input);
    const wanted = { target, owner: context.owner, stopOnEntry: input.stop_on_entry ?? false, ...debugPermission(context) };
    const sessions = await context.ide.debugging.start(wanted, context.signal);
    const [first] = sessions;
    if (first === undefined) throw invalidArguments('start_debug_session', ['the configuration starts nothing'], ALLOWED);
    context.progress(`${first.name} has started as session ${first.id}; waits up to ${waitOf(input.timeout) / 1_000} s for it to stop`);
    const status = await whereNext(context, first, 0, input.timeout);
    return { ...status, ...(sessions.length > 1 && { sessions: sessions.map(({ id }) => id) }) };
  },
  tell: tellStatus,
});

const ALLOWED = ['configuration_name', 'program', 'module', 'args', 'env', 'stop_on_entry', 'timeout'];

interface Asked {
  readonly configuration_name?: string | undefined;
  readonly program?: string | undefined;
  readonly module?: string | undefined;
  readonly args?: string[] | undefined;
  readonly env?: Record<string, string> | undefined;
}

async function targetOf({ ide, signal }: ProjectContext<'debugging'>, { configuration_name: name, program, module, args = [], env = {} }: Asked) {
  if (name === undefined && program === undefined && module === undefined)
    throw invalidArguments('start_debug_session', ['pass configuration_name, program or module'], ALLOWED);
  if (module !== undefined && (name ?? program) !== undefined)
    throw invalidArguments('start_debug_session', ['pass module without configuration_name and program'], ALLOWED);
  if (module !== undefined) return { kind: 'module', name: module, args, environment: env } as const;
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

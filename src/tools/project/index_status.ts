// Which engines serve the project, and whether they have finished loading.
import { z } from 'zod';
import { counted } from '../../base/text/counted.ts';
import type { EngineState, EngineStatus } from '../../ide/doors/languages.ts';
import { defineTool, type ProjectContext } from '../tool.ts';
import { fileOf } from '../words/place.ts';

export const engineOutput = z.object({
  language: z.string(),
  engine: z.string(),
  state: z.string(),
  files: z.number().optional(),
  root: z.string().optional(),
  memoryMb: z.number().optional(),
  restarts: z.number().optional(),
  detail: z.string().optional(),
  install: z.string().optional(),
  server: z.string().optional(),
  optional: z.literal(true).optional(),
});

const output = z.object({
  // No engine is loading: answers come at once and are whole.
  ready: z.boolean(),
  project: z.string(),
  engines: z.array(engineOutput),
});

export const indexStatus = defineTool({
  name: 'index_status',
  title: 'Index status',
  description: 'Whether the language engines are ready, what they are loading, which are missing. For answers that are incomplete or slow.',
  effect: 'reads',
  input: z.strictObject({}),
  output,
  async run(context) {
    const engines = await context.ide.languages.status();
    return {
      ready: areReady(engines),
      project: context.ide.project.path,
      engines: engines.map((engine) => engineRow(context, engine)),
    };
  },
  *tell(value) {
    const rows = value.engines.map(({ language, engine, state, files, root, memoryMb, restarts, detail, install }) =>
      [
        `${language}: ${engine} ${WORDS.get(state) ?? state}`,
        ...(files === undefined ? [] : [counted(files, 'file')]),
        ...(root === undefined ? [] : [`in ${root}`]),
        ...(memoryMb === undefined ? [] : [`${memoryMb} MB`]),
        ...(restarts === undefined ? [] : [counted(restarts, 'restart')]),
        ...(detail === undefined ? [] : [detail]),
        ...(install === undefined ? [] : [`to install it: ${install}`]),
      ].join(', '),
    );
    yield [`${value.project} is ${value.ready ? 'ready' : 'still loading'}`, ...rows].join('\n');
  },
});

export function areReady(engines: readonly EngineStatus[]): boolean {
  return engines.every(({ state }) => !BUSY.has(state));
}

const WORDS: ReadonlyMap<string, string> = new Map([
  ['notStarted', 'starts with the first question'],
  ['hibernating', 'rests, and wakes with the next question'],
]);

// An engine that has not started is not waited for: it starts with the first question.
const BUSY: ReadonlySet<EngineState> = new Set<EngineState>(['starting', 'loading', 'restarting']);

export function engineRow(
  context: ProjectContext,
  { language, engine, state, files, root, memoryMb, restarts, detail, install, server, optional }: EngineStatus,
): z.infer<typeof engineOutput> {
  const { project } = context.ide;
  const folder = root.startsWith('file:') ? fileOf(project, root) : root;
  return {
    language,
    engine,
    state,
    ...(files !== undefined && { files }),
    ...(root !== project.uri && root !== project.path && folder !== '' && { root: folder }),
    ...(memoryMb !== undefined && { memoryMb: Math.round(memoryMb) }),
    ...(restarts > 0 && { restarts }),
    ...(detail !== undefined && { detail }),
    ...(install !== undefined && { install }),
    ...(server !== undefined && { server }),
    ...(optional && { optional }),
  };
}

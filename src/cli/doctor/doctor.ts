// binnacle doctor: which engine serves which files of a project, in which version, and what a person must install for the others.
import { z } from 'zod';
import { version } from '../../base/version.ts';
import { configurationFolder } from '../../daemon/folders.ts';
import { settingValues } from '../../daemon/settings.ts';
import { callThroughDaemon } from '../caller.ts';
import { columns, remark, say, sayJson } from '../screen.ts';

const Engine = z.object({
  language: z.string(),
  engine: z.string(),
  state: z.string(),
  files: z.number().default(0),
  memoryMb: z.number().exactOptional(),
  restarts: z.number().exactOptional(),
  detail: z.string().exactOptional(),
  install: z.string().exactOptional(),
  server: z.string().exactOptional(),
  optional: z.literal(true).exactOptional(),
});
type Engine = z.infer<typeof Engine>;

const Status = z.object({ project: z.string(), engines: z.array(Engine) });

// What a person must do something about.
const ILL: ReadonlySet<string> = new Set(['missing', 'failed', 'untrusted']);

const isIll = ({ state, optional }: Engine): boolean => ILL.has(state) && optional === undefined;

export async function examine(flags: { readonly project?: string; readonly json?: boolean }, program: string): Promise<void> {
  const status = await statusOf(flags.project, program);
  if (status === undefined) return;
  const { project, engines } = status;
  const { warnings } = settingValues(configurationFolder());
  const healthy = !engines.some(isIll) && warnings.length === 0;
  if (!healthy) process.exitCode = 1;
  const system = `${process.platform} ${process.arch}`;
  if (flags.json) sayJson({ healthy, binnacle: version, node: process.versions.node, system, project, engines, settings: warnings });
  else say(report(project, engines));
  for (const warning of warnings) remark(warning);
}

// Undefined after it has printed why there is none.
export async function statusOf(project: string | undefined, program: string): Promise<z.infer<typeof Status> | undefined> {
  const result = await callThroughDaemon({ tool: 'index_status', parameters: {}, project, program, onProgress: () => {} });
  if (!result.isError) return Status.parse(result.structuredContent);
  process.exitCode = 1;
  remark(result.content.map(({ text }) => text ?? '').join('\n'));
  return undefined;
}

function report(project: string, engines: readonly Engine[]): string {
  const head = `Binnacle ${version}, Node ${process.versions.node}, ${process.platform} ${process.arch}\n${project}`;
  if (engines.length === 0) return `${head}\n\nNo file of this project belongs to a language that Binnacle knows.`;
  const rows = engines.map(({ language, engine, state, files, detail, optional }) => [
    optional ? '–' : ILL.has(state) ? '✗' : '✓',
    language,
    `${files} ${files === 1 ? 'file' : 'files'}`,
    engine,
    [wordFor(state), ...(detail === undefined ? [] : [detail])].join(': '),
  ]);
  const installs = engines.flatMap(({ install }) => install ?? []);
  const remedy = installs.length === 0 ? [] : ['', 'To install what is missing:', ...installs.map((command) => `  ${command}`)];
  return [head, '', columns(rows, ''), ...remedy].join('\n');
}

function wordFor(state: string): string {
  return state === 'notStarted' ? 'starts with the first question' : state;
}

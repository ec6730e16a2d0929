// binnacle doctor: which engine serves which files of a project, in which version, and what a person must install for the others.
import { z } from 'zod';
import { version } from '../base/version.ts';
import { callThroughDaemon } from './caller.ts';
import { columns, remark, say, sayJson } from './screen.ts';

const Engine = z.object({
  language: z.string(),
  engine: z.string(),
  state: z.string(),
  files: z.number().default(0),
  memoryMb: z.number().exactOptional(),
  restarts: z.number().exactOptional(),
  detail: z.string().exactOptional(),
  install: z.string().exactOptional(),
});
type Engine = z.infer<typeof Engine>;

const Status = z.object({ project: z.string(), engines: z.array(Engine) });

// What a person must do something about.
const ILL: ReadonlySet<string> = new Set(['missing', 'failed', 'untrusted']);

export async function examine(flags: { readonly project?: string; readonly json?: boolean }, program: string): Promise<void> {
  const result = await callThroughDaemon({ tool: 'index_status', parameters: {}, project: flags.project, program, onProgress: () => {} });
  if (result.isError) {
    process.exitCode = 1;
    remark(result.content.map(({ text }) => text ?? '').join('\n'));
    return;
  }
  const { project, engines } = Status.parse(result.structuredContent);
  const healthy = !engines.some(({ state }) => ILL.has(state));
  if (!healthy) process.exitCode = 1;
  if (flags.json) sayJson({ healthy, binnacle: version, node: process.versions.node, system: `${process.platform} ${process.arch}`, project, engines });
  else say(report(project, engines));
}

function report(project: string, engines: readonly Engine[]): string {
  const head = `Binnacle ${version}, Node ${process.versions.node}, ${process.platform} ${process.arch}\n${project}`;
  if (engines.length === 0) return `${head}\n\nNo file of this project belongs to a language that Binnacle knows.`;
  const rows = engines.map(({ language, engine, state, files, detail }) => [
    ILL.has(state) ? '✗' : '✓',
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

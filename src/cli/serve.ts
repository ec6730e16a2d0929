// binnacle serve: a daemon in this terminal.

import { version } from '../base/version.ts';
import { minutes } from '../base/waiting/duration.ts';
import type { Instance } from '../daemon/instances/discovery.ts';
import type { OpenDaemon } from '../daemon/openDaemon.ts';
import type { ServeOptions } from '../daemon/serveOptions.ts';
import { isTooBroad } from '../daemon/workbench.ts';
import { agents } from './agents.ts';
import { describeTaken, urlRows, urlsOf } from './endpoints.ts';
import { invocationOf } from './invocation.ts';
import { columns, remark, say, sayJson } from './screen.ts';
import { trustNamed } from './trustNamed.ts';

interface Program {
  readonly executable: string;
  serve(options: ServeOptions): Promise<OpenDaemon>;
}

export interface ServeFlags {
  readonly service?: boolean;
  readonly project: readonly string[];
  readonly port?: number;
  readonly json?: boolean;
  readonly token: boolean;
  readonly toolset?: string;
  readonly bridge?: boolean;
  // Minutes; true without a number.
  readonly idleExit?: number | true;
}

const USUAL_MINUTES = 10;

// For whoever keeps it running with the person's session: it says in one line that it is there.
export async function serveAsService(program: Pick<Program, 'serve'>): Promise<void> {
  const { instance, warnings, ended } = await program.serve({
    background: false,
    service: true,
    projects: [],
    port: undefined,
    withToken: true,
    toolset: undefined,
    bridge: undefined,
    idleExit: undefined,
  });
  for (const warning of warnings) remark(warning);
  say(`Binnacle ${version} is ready at ${instance.url} (process ${instance.pid}).`);
  await ended;
}

export async function serveInTerminal(flags: ServeFlags, program: Program): Promise<void> {
  if (flags.service) return serveAsService(program);
  const named = flags.project.length > 0 ? flags.project : currentFolder();
  const { instance, warnings, ended } = await program.serve({
    background: false,
    projects: named,
    port: flags.port,
    withToken: flags.token,
    toolset: flags.toolset,
    bridge: flags.bridge,
    idleExit: flags.idleExit === undefined ? undefined : minutes(flags.idleExit === true ? USUAL_MINUTES : flags.idleExit),
  });
  await trustNamed(named);
  for (const warning of warnings) remark(warning);
  if (instance.homeTaken !== undefined) remark(describeTaken(instance.homeTaken));
  const { url, port, token = null, pid, projects } = instance;
  const bridges = Object.fromEntries(projects.flatMap(({ path, bridge }) => (bridge === undefined ? [] : [[path, bridge]])));
  if (flags.json) sayJson({ url, port, token, pid, version, urls: urlsOf(url), ...(flags.bridge && { bridges }) });
  else say(welcome(instance, invocationOf(program.executable)));
  await ended;
}

// Where the person stands. npm runs its scripts in the package's folder, and says where it was called.
function currentFolder(): readonly string[] {
  const folder = process.env['INIT_CWD'] ?? process.cwd();
  return isTooBroad(folder) ? [] : [folder];
}

function welcome({ url, token, pid, projects }: Instance, invocation: string): string {
  return [
    `Binnacle ${version} is ready at ${url} (process ${pid}). Ctrl+C ends it.`,
    '',
    'Projects',
    ...(projects.length > 0
      ? projects.map(
          ({ path, readOnly, bridge }) =>
            `  ${path}${readOnly ? '  (read only: another Binnacle is its writer)' : ''}${bridge === undefined ? '' : `  bridge at http://127.0.0.1:${bridge}`}`,
        )
      : ['  none yet: an agent opens the folder it runs in']),
    '',
    'Connect an agent',
    columns(agents.map(({ id, title }) => [title, `${invocation} install ${id}`])),
    '',
    `Or by hand${token === undefined ? '' : `, with the header  Authorization: Bearer ${token}`}`,
    columns([['stdio', `${invocation} mcp`], ...urlRows(url)]),
  ].join('\n');
}

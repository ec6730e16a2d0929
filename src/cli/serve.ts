// binnacle serve: a daemon in this terminal.

import { version } from '../base/version.ts';
import { minutes } from '../base/waiting/duration.ts';
import { type CompanionName, companionNames } from '../daemon/companions/agents/companionNames.ts';
import type { Instance } from '../daemon/instances/discovery.ts';
import type { OpenDaemon } from '../daemon/openDaemon.ts';
import type { ServeOptions } from '../daemon/serveOptions.ts';
import { isTooBroad } from '../daemon/workbench.ts';
import { agents } from '../registration/agents.ts';
import { describeTaken, urlRows, urlsOf } from '../registration/endpoints.ts';
import { invocationOf } from './invocation.ts';
import { openWindowOfInstance } from './open.ts';
import { isEmptyFolder } from './sample/emptyFolder.ts';
import { columns, complain, remark, say, sayJson } from './screen.ts';
import { trustNamed } from './trustNamed.ts';

interface Program {
  // The file that becomes the daemon.
  readonly path: string;
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
// In seconds, so that a person can follow.
const SAMPLE_PAUSE = 2;

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
  // Before anything of ours is in it.
  const empty = named.length === 1 ? named.find(isEmptyFolder) : undefined;
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
  else {
    const invocation = invocationOf(program.executable);
    say(welcome(instance, invocation));
    if (empty !== undefined) say(`\nThis folder is empty. ${invocation} sample --play puts a small project here, and plays an agent in it that you can watch.`);
    if (process.stdin.isTTY === true && process.stdout.isTTY === true) offerKeys(instance, empty, program.path);
  }
  await ended;
}

// The browser is never opened unasked, and nothing is written to a folder unasked.
function offerKeys(instance: Instance, empty: string | undefined, program: string): void {
  const { stdin } = process;
  say('\nPress o to open the window in your browser.');
  if (empty !== undefined) say('Press s for the sample project.');
  stdin.setRawMode(true);
  process.on('exit', () => stdin.setRawMode(false));
  const open = oneAtATime(() => openWindowOfInstance(instance));
  const sample = oneAtATime(async () => (await import('./sample/sample.ts')).makeSample(empty, { play: true, pause: SAMPLE_PAUSE }, program));
  stdin.on('data', (keys: Buffer) => {
    const typed = keys.toString();
    // What a terminal does by itself otherwise.
    if (typed.includes('\x03')) process.emit('SIGINT');
    if (typed.includes('\x1a') && process.platform !== 'win32') suspend();
    if (/o/i.test(typed)) open();
    if (/s/i.test(typed) && empty !== undefined) sample();
  });
  stdin.unref();
}

function oneAtATime(work: () => Promise<void>): () => void {
  let isRunning = false;
  return () => {
    if (isRunning) return;
    isRunning = true;
    work()
      .catch(complain)
      .finally(() => {
        isRunning = false;
      });
  };
}

function suspend(): void {
  process.stdin.setRawMode(false);
  process.once('SIGCONT', () => process.stdin.setRawMode(true));
  process.kill(process.pid, 'SIGTSTP');
}

// Where the person stands. npm runs its scripts in the package's folder, and says where it was called.
function currentFolder(): readonly string[] {
  const folder = process.env['INIT_CWD'] ?? process.cwd();
  return isTooBroad(folder) ? [] : [folder];
}

const HOW_ELSE: Readonly<Record<CompanionName, string>> = {
  claude: 'claude --ide, or /ide in a running one',
  gemini: '/ide enable in a running one',
  qwen: '/ide enable in a running one',
};

function welcome({ url, token, pid, projects }: Instance, invocation: string): string {
  return [
    `Binnacle ${version} is ready at ${url} (process ${pid}). Ctrl+C ends it.`,
    '',
    'Projects',
    ...(projects.length > 0
      ? projects.flatMap(({ path, readOnly, bridge, ides = [] }) => [
          `  ${path}${readOnly ? '  (read only: another Binnacle is its writer)' : ''}${bridge === undefined ? '' : `  bridge at http://127.0.0.1:${bridge}`}`,
          ...ides.map(({ agent }) => `    ${companionNames[agent].title} finds it as its IDE: ${invocation} ${agent} there, or ${HOW_ELSE[agent]}`),
        ])
      : ['  none yet: an agent opens the folder it runs in']),
    '',
    'Connect an agent',
    columns(agents.map(({ id, title }) => [title, `${invocation} install ${id}`])),
    '',
    `Or by hand${token === undefined ? '' : `, with the header  Authorization: Bearer ${token}`}`,
    columns([['stdio', `${invocation} mcp`], ...urlRows(url)]),
  ].join('\n');
}

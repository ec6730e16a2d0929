// binnacle install: registers Binnacle with an agent through the agent's own command, or prints what a person has to write.
import { spawnSync } from 'node:child_process';
import { sep } from 'node:path';
import { version } from '../base/version.ts';
import { minutes } from '../base/waiting/duration.ts';
import { isTooBroad } from '../daemon/workbench.ts';
import { agentCommandFailed, unknownAgent } from '../ide/errors/machineErrors.ts';
import { type Agent, agents, type ServerEntry } from './agents.ts';
import { remark, say } from './screen.ts';
import { trustNamed } from './trustNamed.ts';

export interface InstallFlags {
  readonly scope: string;
  readonly print?: boolean;
}

export async function installFor(id: string, flags: InstallFlags, executable: string): Promise<void> {
  const agent = agents.find((candidate) => candidate.id === id);
  if (agent === undefined)
    throw unknownAgent(
      id,
      agents.map((known) => known.id),
    );
  const entry = entryFor(executable);
  if (flags.print || agent.program === undefined || agent.add === undefined) {
    printed(agent, entry, flags.scope);
    return;
  }
  added(agent, agent.program, agent.add(entry, flags.scope), entry, flags.scope);
  // For one folder: the person says that an agent works there.
  if (flags.scope !== 'user' && !isTooBroad(process.cwd())) await trustNamed([process.cwd()]);
}

// The absolute paths of Node and of ourselves: programs that start from a dock or a menu do not have a shell's PATH.
export function entryFor(executable: string): ServerEntry {
  // npx unpacks into a cache that may be gone tomorrow.
  const isInCache = executable.includes(`${sep}_npx${sep}`);
  return isInCache ? { command: 'npx', parameters: ['-y', `binnacle-ide@${version}`, 'mcp'] } : { command: process.execPath, parameters: [executable, 'mcp'] };
}

function added(agent: Agent, program: string, words: readonly string[], entry: ServerEntry, scope: string): void {
  const first = run(program, words);
  if (first === 'missing') {
    remark(`The command ${program} is not on the PATH.`);
    printed(agent, entry, scope);
    return;
  }
  if (first.ok) {
    say(first.output);
    return;
  }
  // An older entry is in the way: it is ours, so it may go.
  const again = agent.remove !== undefined && /already|exist/i.test(first.output) && replaced(program, agent.remove(scope), words);
  if (again) say(again);
  else throw agentCommandFailed([program, ...words].map(quoted).join(' '), first.output);
}

function replaced(program: string, removal: readonly string[], addition: readonly string[]): string | undefined {
  run(program, removal);
  const second = run(program, addition);
  return second !== 'missing' && second.ok ? second.output : undefined;
}

function printed(agent: Agent, entry: ServerEntry, scope: string): void {
  if (agent.program !== undefined && agent.add !== undefined)
    remark(`The command for it:\n  ${[agent.program, ...agent.add(entry, scope)].map(quoted).join(' ')}\n`);
  remark(`${agent.title} reads this from ${agent.file}:`);
  say(agent.configuration(entry));
}

function run(program: string, words: readonly string[]): { ok: boolean; output: string } | 'missing' {
  // On Windows these commands are .cmd files, which only a shell can start.
  const isWindows = process.platform === 'win32';
  const result = spawnSync(program, isWindows ? words.map(quoted) : [...words], { encoding: 'utf8', shell: isWindows, timeout: minutes(1), windowsHide: true });
  if (result.error !== undefined && 'code' in result.error && result.error.code === 'ENOENT') return 'missing';
  const output = `${result.stdout ?? ''}${result.stderr ?? ''}`.trim();
  if (isWindows && result.status === 1 && /not recognized/i.test(output)) return 'missing';
  return { ok: result.status === 0, output };
}

function quoted(word: string): string {
  return /^[\w@%+=:,./\\-]+$/.test(word) ? word : `"${word.replaceAll('"', '\\"')}"`;
}

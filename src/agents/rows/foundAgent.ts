// What can be seen of an agent without running it: where its program lies, which version, who installed it, and whether it has a login.
import { existsSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, sep } from 'node:path';
import { smallFile } from '../../base/files/smallFile.ts';
import { isRecord } from '../../base/isRecord.ts';
import { currentEnvironment } from '../../base/processes/environment.ts';
import type { Environment } from '../../base/processes/minimalEnvironment.ts';
import type { KnownAgent } from '../../ide/doors/agents.ts';
import { pathOfProgram } from '../../machine/programs/machinePrograms.ts';
import type { AgentRow } from './agentRows.ts';

export function programOf({ programs }: AgentRow, environment: Environment = currentEnvironment()): string | undefined {
  for (const program of programs) {
    const path = pathOfProgram({ program }, environment);
    if (path !== undefined) return path;
  }
  return undefined;
}

export function foundAgent(row: AgentRow, environment: Environment = currentEnvironment()): KnownAgent {
  const { id, title, install, login, published } = row;
  const program = programOf(row, environment);
  if (published !== undefined) {
    const found = program !== undefined && { program, installedBy: 'ACP registry', account: accountOf(row, environment) };
    return { id, title, install, login, ...published, ...found };
  }
  return { id, title, install, login, ...(program !== undefined && { program, ...packageOf(program), account: accountOf(row, environment) }) };
}

// The npm package that a program on the PATH is a link into; of others it shows where they come from, if at all.
function packageOf(program: string): Pick<KnownAgent, 'version' | 'installedBy'> {
  const real = realFile(program);
  for (let folder = dirname(real); dirname(folder) !== folder; folder = dirname(folder)) {
    const { name, version } = manifestIn(folder);
    if (name !== undefined && real.includes(`${sep}node_modules${sep}`)) return { installedBy: `npm ${name}`, ...(version !== undefined && { version }) };
    if (name !== undefined) break;
  }
  const cellar = /[\\/]Cellar[\\/]([^\\/]+)[\\/]([^\\/]+)[\\/]/.exec(real);
  return cellar === null ? {} : { installedBy: `Homebrew ${cellar[1]}`, version: cellar[2] ?? '' };
}

function manifestIn(folder: string): { readonly name?: string; readonly version?: string } {
  try {
    const read: unknown = JSON.parse(smallFile(join(folder, 'package.json')) ?? 'null');
    if (!isRecord(read)) return {};
    const { name, version } = read;
    return { ...(typeof name === 'string' && { name }), ...(typeof version === 'string' && { version }) };
  } catch {
    // Not one that anybody could read.
    return {};
  }
}

function accountOf({ account }: AgentRow, environment: Environment): NonNullable<KnownAgent['account']> {
  const variable = account.variables.find((name) => (environment[name] ?? '') !== '');
  if (variable !== undefined) return { state: 'found', where: variable };
  const home = environment['HOME'] ?? environment['USERPROFILE'] ?? homedir();
  const file = account.files.find(({ folderVariable, folder, name }) => existsSync(join(environment[folderVariable ?? ''] || join(home, ...folder), name)));
  if (file !== undefined) return { state: 'found', where: `~/${[...file.folder, file.name].join('/')}` };
  return account.mayBeElsewhere?.() === true ? { state: 'unknown' } : { state: 'none' };
}

function realFile(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

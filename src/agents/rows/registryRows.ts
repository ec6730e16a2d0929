// Agents of the published registry as rows: a package that its runner starts in one exact version, or what a person has to do. Our own rows win.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Environment } from '../../base/processes/minimalEnvironment.ts';
import { IdeError } from '../../ide/errors/errors.ts';
import { pathOfProgram } from '../../machine/programs/machinePrograms.ts';
import { type AgentRow, agentRows } from './agentRows.ts';
import { type PublishedAgent, type PublishedPackage, readRegistry, registryIn } from './registryFile.ts';

export interface ListedRows {
  readonly rows: readonly AgentRow[];
  // Of the registry: what cannot be used, and why.
  readonly leftOut: readonly string[];
}

// state: where a registry lies, if a person has given us one.
export function listedRows(state: string, environment: Environment): ListedRows {
  const file = registryIn(state);
  if (!existsSync(file)) return { rows: agentRows, leftOut: [] };
  try {
    const { agents, leftOut } = readRegistry(file);
    const others = agents.filter(({ id }) => agentRows.every((row) => row.id !== id));
    return { rows: [...agentRows, ...others.map((agent) => rowFor(agent, environment))], leftOut };
  } catch (error) {
    // Our own agents are there all the same.
    if (error instanceof IdeError) return { rows: agentRows, leftOut: [error.message] };
    throw error;
  }
}

function rowFor(agent: PublishedAgent, environment: Environment): AgentRow {
  const { id, name, version, license, distribution } = agent;
  const { npx, uvx } = distribution;
  const ways = [
    ...(npx === undefined ? [] : [{ words: npxWords(npx, version), env: npx.env, runner: npxRunner(environment), without: 'install Node.js, which has npx' }]),
    ...(uvx === undefined
      ? []
      : [{ words: uvxWords(uvx, version), env: uvx.env, runner: { program: 'uvx', before: [] }, without: 'install uv, which has uvx' }]),
  ];
  const way = ways.find(({ runner }) => pathOfProgram(runner, environment) !== undefined) ?? ways[0];
  const published = { version, ...(license !== undefined && { license }) };
  const login = `binnacle chat ${id} --login WAY`;
  const common = { id, title: name, login, account: { variables: [], files: [], mayBeElsewhere: () => true } };
  if (way === undefined) return { ...common, programs: [], args: [], install: byHand(agent), published };
  const { words, env, runner, without } = way;
  const [, ...args] = words;
  const command = [...Object.entries(env).map(([variable, value]) => `${variable}=${shown(value)}`), ...words.map(shown)].join(' ');
  return {
    ...common,
    programs: [runner.program],
    args: [...runner.before, ...args],
    install: `${without}; then it is started as ${command}`,
    environment: () => env,
    published: { ...published, command },
  };
}

// In the version that the package names, else in that of the entry: never the newest of the day.
function npxWords({ package: name, cmd, args }: PublishedPackage, version: string): readonly string[] {
  const pinned = name.includes('@', 1) ? name : `${name}@${version}`;
  return cmd === undefined ? ['npx', '--yes', pinned, ...args] : ['npx', '--yes', '--package', pinned, cmd, ...args];
}

function uvxWords({ package: name, cmd, args }: PublishedPackage, version: string): readonly string[] {
  const pinned = /==|@/.test(name) ? name : `${name}==${version}`;
  return cmd === undefined ? ['uvx', pinned, ...args] : ['uvx', '--from', pinned, cmd, ...args];
}

// On Windows npx is a script for a shell, beside the program of Node that reads it.
function npxRunner(environment: Environment): { readonly program: string; readonly before: readonly string[] } {
  const node = process.platform === 'win32' ? pathOfProgram({ program: 'node' }, environment) : undefined;
  return node === undefined ? { program: 'npx', before: [] } : { program: 'node', before: [join(dirname(node), 'node_modules', 'npm', 'bin', 'npx-cli.js')] };
}

const SYSTEMS: Partial<Record<NodeJS.Platform, string>> = { darwin: 'darwin', linux: 'linux', win32: 'windows' };
const PROCESSORS: Partial<Record<NodeJS.Architecture, string>> = { arm64: 'aarch64', x64: 'x86_64' };

function byHand({ id, distribution: { binary = {} } }: PublishedAgent): string {
  const target = binary[`${SYSTEMS[process.platform]}-${PROCESSORS[process.arch]}`];
  if (target === undefined) return `there is none for this system; only for ${Object.keys(binary).join(', ') || 'none'}`;
  const env = Object.entries(target.env).map(([variable, value]) => `${variable}=${shown(value)}`);
  const words = [...env, `binnacle chat ${id} --`, ...[target.cmd, ...target.args].map(shown)];
  return `download ${target.archive}, unpack it, and start it there: ${words.join(' ')}`;
}

// One word stays one.
function shown(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : JSON.stringify(word);
}

// What a configuration of launch.json runs when no debugger is wanted: the same program, with the same words, in the same folder.

import { basename, dirname, extname } from 'node:path';
import { isRecord } from '../../base/isRecord.ts';
import type { RunStep, WantedCommand } from '../../ide/doors/running.ts';
import { cannotRun } from '../../ide/errors/runErrors.ts';
import { pythonInterpreters } from '../toolchains/pythonInterpreters.ts';
import type { SingleConfiguration } from './configuration.ts';
import { type TaskContext, taskSteps } from './tasks.ts';

type Launch = Readonly<Record<string, unknown>>;

// By the type that launch.json names.
const COMMANDS: Readonly<Record<string, (launch: Launch, root: string) => WantedCommand | undefined>> = {
  node: nodeCommand,
  'pwa-node': nodeCommand,
  'node-terminal': ({ command }) => (typeof command === 'string' ? { line: command } : undefined),
  debugpy: pythonCommand,
  python: pythonCommand,
  go: goCommand,
  lldb: nativeCommand,
  'lldb-dap': nativeCommand,
  codelldb: nativeCommand,
  cppdbg: nativeCommand,
  cppvsdbg: nativeCommand,
};

export function isRunnable(type: string): boolean {
  return Object.hasOwn(COMMANDS, type);
}

// Undefined where no program can be read from it.
export function launchCommand(type: string, launch: Launch, root: string): WantedCommand | undefined {
  return Object.hasOwn(COMMANDS, type) ? COMMANDS[type]?.(launch, root) : undefined;
}

// The task before it first. Throws cannot_run or configuration_invalid.
export function launchSteps({ type, arguments: launch, preLaunchTask }: SingleConfiguration, room: TaskContext): readonly RunStep[] {
  const name = String(launch['name']);
  const command = launchCommand(type, launch, room.root);
  if (command === undefined) throw cannotRun(name, 'it names no program');
  const before = preLaunchTask === undefined ? [] : taskSteps(preLaunchTask, name, room);
  const folder = typeof launch['cwd'] === 'string' ? launch['cwd'] : type === 'go' ? goFolder(launch, room.root) : room.root;
  return [...before, { command, folder, environment: environmentOf(launch) }];
}

function nodeCommand(launch: Launch): WantedCommand | undefined {
  const { program, runtimeExecutable } = launch;
  if (typeof program !== 'string' && typeof runtimeExecutable !== 'string') return undefined;
  const words = [typeof runtimeExecutable === 'string' ? runtimeExecutable : 'node', ...listOf(launch['runtimeArgs'])];
  return { words: [...words, ...(typeof program === 'string' ? [program] : []), ...listOf(launch['args'])] };
}

function pythonCommand(launch: Launch, root: string): WantedCommand | undefined {
  const { program, module, python } = launch;
  const interpreter = listOf(python)[0] ?? pythonInterpreters(root)[0] ?? 'python3';
  const what = typeof module === 'string' ? ['-m', module] : typeof program === 'string' ? [program] : undefined;
  return what === undefined ? undefined : { words: [interpreter, ...listOf(launch['pythonArgs']), ...what, ...listOf(launch['args'])] };
}

function goCommand(launch: Launch, root: string): WantedCommand | undefined {
  const { program, mode } = launch;
  if (typeof program !== 'string') return undefined;
  const args = listOf(launch['args']);
  if (mode === 'exec') return { words: [program, ...args] };
  const folder = extname(program) === '.go' ? dirname(program) : program;
  const target = folder === (launch['cwd'] ?? goFolder(launch, root)) ? '.' : folder;
  const flags = listOf(launch['buildFlags']);
  return mode === 'test' || basename(program).endsWith('_test.go')
    ? { words: ['go', 'test', ...flags, target, ...(args.length > 0 ? ['-args', ...args] : [])] }
    : { words: ['go', 'run', ...flags, target, ...args] };
}

// A package is found from a folder of its module.
function goFolder({ program }: Launch, root: string): string {
  return typeof program === 'string' ? (extname(program) === '.go' ? dirname(program) : program) : root;
}

function nativeCommand(launch: Launch): WantedCommand | undefined {
  const { program } = launch;
  return typeof program === 'string' ? { words: [program, ...listOf(launch['args'])] } : undefined;
}

// By name, or in Microsoft's list of names and values.
function environmentOf({ env, environment }: Launch): Record<string, string> {
  const entries: readonly unknown[] = Array.isArray(environment) ? environment : [];
  const listed = entries.flatMap((entry) => (isRecord(entry) ? [[String(entry['name']), String(entry['value'])]] : []));
  const named = isRecord(env) ? Object.entries(env).flatMap(([name, value]) => (value === null || value === undefined ? [] : [[name, String(value)]])) : [];
  return Object.fromEntries([...listed, ...named]);
}

function listOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.map(String) : [];
}

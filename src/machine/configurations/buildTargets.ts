// What make, just and Task offer by name, and the services of compose files, which are listed and not run.

import { basename, dirname, join } from 'node:path';
import { readSmallFile } from '../../base/files/smallFile.ts';
import type { Documents } from '../../ide/doors/documents.ts';
import { shellWord } from '../processes/shell.ts';
import { type FoundConfiguration, runOnly } from './configuration.ts';

// Deeper ones are mostly examples and fixtures of others.
const DEEPEST = 3;
const MOST_OF_A_FILE = 50;
const LARGEST = 512 * 1024;

interface Target {
  readonly name: string;
  readonly description?: string;
}

interface TargetFiles {
  readonly names: readonly string[];
  readonly type: string;
  // As it is typed before the name.
  readonly program: string;
  targetsIn(text: string): readonly Target[];
}

const FILES: readonly TargetFiles[] = [
  { names: ['Makefile', 'makefile', 'GNUmakefile'], type: 'make', program: 'make', targetsIn: makeTargets },
  { names: ['justfile', 'Justfile', '.justfile'], type: 'just', program: 'just', targetsIn: justRecipes },
  { names: ['Taskfile.yml', 'Taskfile.yaml'], type: 'taskfile', program: 'task', targetsIn: (text) => keysUnder(text, 'tasks') },
];
const COMPOSE = ['compose.yml', 'compose.yaml', 'docker-compose.yml', 'docker-compose.yaml'];

export async function buildTargets(root: string, documents: Documents, signal: AbortSignal): Promise<readonly FoundConfiguration[]> {
  const include = [...FILES.flatMap(({ names }) => names), ...COMPOSE];
  const listed = await documents.list({ include: include.flatMap((name) => [name, `**/${name}`]) }, signal);
  return listed
    .filter(({ path, bytes }) => path.split('/').length <= DEEPEST && bytes <= LARGEST)
    .flatMap(({ path }) => (COMPOSE.includes(basename(path)) ? services(root, path) : targets(root, path)));
}

function targets(root: string, path: string): readonly FoundConfiguration[] {
  const kind = FILES.find(({ names }) => names.includes(basename(path)));
  if (kind === undefined) return [];
  const where = dirname(path) === '.' ? '' : ` (${dirname(path)})`;
  return kind
    .targetsIn(readSmallFile(join(root, path)))
    .slice(0, MOST_OF_A_FILE)
    .map(({ name, description }) =>
      runOnly(
        { name: `${kind.type}: ${name}${where}`, type: kind.type, from: path, description: description ?? `${kind.program} ${name}` },
        { command: { line: `${kind.program} ${shellWord(name)}` }, folder: dirname(path) },
      ),
    );
}

function services(root: string, path: string): readonly FoundConfiguration[] {
  return keysUnder(readSmallFile(join(root, path)), 'services')
    .slice(0, MOST_OF_A_FILE)
    .map(({ name }) => ({
      ...runOnly(
        { name: `compose: ${name}`, type: 'compose', from: path, description: 'a service of a compose file; containers are not run from here' },
        { command: { line: '' } },
      ),
      canRun: false,
    }));
}

// Targets that make files are the rules of others; those that are named for people are words.
function makeTargets(text: string): readonly Target[] {
  const phony = new Set([...text.matchAll(/^\.PHONY\s*:(.*)$/gm)].flatMap(([, names = '']) => names.trim().split(/\s+/)));
  const rules = [...text.matchAll(/^([A-Za-z0-9][\w .-]*?)\s*::?(?!=)([^#\n]*)(?:##?\s*(.*))?$/gm)];
  const found = new Map<string, Target>();
  for (const [, names = '', , comment] of rules)
    for (const name of names.split(/\s+/)) {
      if (found.has(name) || (!phony.has(name) && /[.]/.test(name))) continue;
      found.set(name, { name, ...(comment !== undefined && comment !== '' && { description: comment.trim() }) });
    }
  return [...found.values()];
}

function justRecipes(text: string): readonly Target[] {
  const lines = text.split(/\r?\n/);
  return lines.flatMap((line, index) => {
    const [, name, parameters = ''] = /^@?([A-Za-z][\w-]*)((?:\s+[^:\n]+)?)\s*:(?!=)/.exec(line) ?? [];
    if (name === undefined || ['set', 'alias', 'export', 'import', 'mod'].includes(name)) return [];
    if (/^\[private\]/.test(lines[index - 1] ?? '')) return [];
    const comment = /^#\s*(.+)$/.exec(lines[index - 1] ?? '')?.[1];
    return [{ name, description: [comment ?? `just ${name}`, parameters.trim()].filter((part) => part !== '').join(', with ') }];
  });
}

// The names directly under one key of a YAML file, by their indentation.
function keysUnder(text: string, section: string): readonly Target[] {
  const lines = text.split(/\r?\n/);
  const start = lines.findIndex((line) => new RegExp(`^${section}\\s*:\\s*(?:#.*)?$`).test(line));
  const keys: Target[] = [];
  let indent: number | undefined;
  for (const line of start < 0 ? [] : lines.slice(start + 1)) {
    if (/^\s*(?:#.*)?$/.test(line)) continue;
    const [, spaces = '', key] = /^(\s*)(?:["']?)([\w.:/-]+?)["']?\s*:(?:\s|$)/.exec(line) ?? [];
    if (/^\S/.test(line)) break;
    indent ??= /^\s*/.exec(line)?.[0].length;
    if (key !== undefined && spaces.length === indent) keys.push({ name: key });
  }
  return keys;
}

// The engines of TypeScript and JavaScript: 7 for navigation and diagnostics, 6 in its place where a configuration is too old for 7, 6 beside it for quick fixes.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { minutes } from '../../../../base/waiting/duration.ts';
import type { Command } from '../../../../machine/processes/processes.ts';
import { NODE_ENVIRONMENT, REINSTALL } from '../../../../machine/programs/ourEngines.ts';
import type { EngineRow } from '../engine/engineRow.ts';
import { nodeModules } from '../engine/installedPackages.ts';
import type { Language } from '../engine/language/language.ts';
import type { LanguageMiddleware } from '../engine/language/languageMiddleware.ts';
import { ConfiguredTypescript } from './configuredTypescript.ts';
import { LegacyTypescript } from './legacyTypescript.ts';
import { nativeTypescript } from './nativeTypescript.ts';
import { withOmittedKeys } from './omittedKeys.ts';
import { withOtherInterfaces } from './otherInterfaces.ts';
import { Typescript6 } from './typescript6.ts';
import { Typescript7 } from './typescript7.ts';

export const LANGUAGES: EngineRow['languages'] = [
  { id: 'typescript', extensions: ['.ts', '.mts', '.cts'] },
  { id: 'typescriptreact', extensions: ['.tsx'] },
  { id: 'javascript', extensions: ['.js', '.mjs', '.cjs'] },
  { id: 'javascriptreact', extensions: ['.jsx'] },
];
const CONFIGS = /\/[tj]sconfig[^/]*\.json$/;
const MOST_SYMBOLS = 256;

export const renamedWhole: LanguageMiddleware = {
  rename: async (asked, at, next) => withOmittedKeys(asked, at, await withOtherInterfaces(asked, at, next)),
};

export const rootMarkers = ['tsconfig.json', 'jsconfig.json'];

// Nobody reads them yet, so an answer about a word that stands in one is never whole.
export const UNREAD = /\.(?:svelte|astro)$/;

const common = {
  unread: UNREAD,
  moves: 'edited' as const,
  languages: LANGUAGES,
  rootMarkers,
  alsoReads: ['.json'],
  install: REINSTALL,
  installMarks: nodeModules,
  checksCopies: true as const,
  whole: renamedWhole,
};

const native: EngineRow = {
  ...common,
  id: 'typescript',
  origin: { npm: 'typescript-engine' },
  command: () => ({ program: nativeTypescript(), args: ['--lsp', '--stdio'] }),
  untrustedProject: 'TypeScript 7 loads no plugins of a tsconfig.json, and automatic type acquisition is always off.',
  diagnosesClosedFiles: true,
  plansAsChanges: true,
  findsSymbols: true,
  diagnosesConfigs: CONFIGS,
  mostSymbols: MOST_SYMBOLS,
  // Errors only: by default it describes every request in several log messages, which take us as long to read as its answers.
  initializationOptions: { logVerbosity: 5 },
  // It answers only when it has loaded what it knows of, so an answer that was asked for too early is only asked for again.
  answersWhilePreparing: true,
  middleware: (session) => new Typescript7(session),
};

const legacy: EngineRow = {
  ...common,
  id: 'typescript6',
  name: 'typescript',
  origin: { npm: 'typescript' },
  command: () => typescript6(4096),
  untrustedProject: 'Our server drives the language service itself, which loads no plugins of a tsconfig.json and fetches no types.',
  replaces: { row: 'typescript', where: (project) => new LegacyTypescript(project) },
  diagnosesClosedFiles: true,
  findsSymbols: true,
  diagnosesConfigs: CONFIGS,
  mostSymbols: MOST_SYMBOLS,
  refactors: true,
  initializationOptions: { partial: false },
  middleware: (session) => new Typescript6(session),
};

// TypeScript 7 has next to no quick fixes and no refactorings. It holds only what is open with what that imports: some hundred megabytes
// where the whole project would take gigabytes.
const assistant: EngineRow = {
  ...common,
  id: 'typescript-actions',
  name: 'typescript',
  origin: { npm: 'typescript' },
  command: () => typescript6(2048),
  untrustedProject: 'Our server drives the language service itself, which loads no plugins of a tsconfig.json and fetches no types.',
  assists: 'typescript',
  // It is needed for moments, and soon loaded again.
  restsAfter: minutes(3),
  diagnosesClosedFiles: false,
  findsSymbols: false,
  refactors: true,
  initializationOptions: { partial: true },
  middleware: (session) => new ConfiguredTypescript(session),
};

export const typescript: Language = { name: 'TypeScript', servers: [native, legacy, assistant] };

// Node would by itself allow a heap of half the machine or of 2 GB, whichever it thinks fit.
function typescript6(heapMb: number): Omit<Command, 'cwd'> {
  return { program: process.execPath, args: [`--max-old-space-size=${heapMb}`, builtProgram()], environment: NODE_ENVIRONMENT };
}

// In dist/, of which this file is a part once it is built.
export function builtProgram(): string {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    const program = join(folder, 'dist', 'typescript6.mjs');
    if (existsSync(program) || dirname(folder) === folder) return program;
  }
}

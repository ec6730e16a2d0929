// The compilers that a project has installed and that are older than the engine: asked before a refactoring is written, because they may infer less than it does.

import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { pathOf, uriOf } from '../../../../base/files/fileUri.ts';
import { isOlder, packageVersionFor } from '../../../../base/files/packageVersion.ts';
import { readSmallFile } from '../../../../base/files/smallFile.ts';
import { Bound, untilAborted } from '../../../../base/waiting/abort.ts';
import { minutes, seconds } from '../../../../base/waiting/duration.ts';
import type { Diagnostic, DiagnosticsReport, InstalledCheck, InstalledChecked } from '../../../../ide/doors/languages.ts';
import { cancelled } from '../../../../ide/errors/errors.ts';
import { whyNothingRuns } from '../../../../ide/execution.ts';
import { trackedAmong, whyNotTracked } from '../../../../machine/git/trackedFiles.ts';
import type { Processes } from '../../../../machine/processes/processes.ts';
import { type CompilerProblem, CompilerProcess } from './compilerProcess.ts';

// TypeScript 7 infers what 6 does.
const AS_NEW = { major: 6, minor: 0 };
// A large project takes most of it when it is loaded for the first time.
const LONGEST = seconds(20);
// Unused for so long, it ends.
const IDLE = minutes(3);
const SOURCE = /\.[cm]?[jt]sx?$/;
const NOTHING: DiagnosticsReport = { files: [], unserved: [] };
const manifest = z.object({ version: z.string() });

interface Project {
  readonly root: string;
  readonly trusted: boolean;
  readonly runsDenied?: boolean | undefined;
}

interface Library {
  readonly path: string;
  readonly version: string;
}

export class InstalledTypescript {
  readonly #project: Project;
  readonly #processes: Processes;
  readonly #running = new Map<string, CompilerProcess>();

  constructor(project: Project, processes: Processes) {
    this.#project = project;
    this.#processes = processes;
  }

  async check({ touched, neighbours, texts }: InstalledCheck, signal: AbortSignal): Promise<InstalledChecked> {
    const folders = new Set(sourcesIn(touched).map((path) => dirname(path)));
    const older = new Map([...folders].flatMap((folder) => (isCompiledByOlder(folder) ? [[folder, this.#libraryFor(folder)] as const] : [])));
    const [first] = older.values();
    if (older.size === 0) return { before: NOTHING, after: NOTHING };
    if (first === undefined) return unchecked('an older TypeScript', 'it is not installed in the project');
    const compiler = `TypeScript ${first.version}`;
    const why = whyNothingRuns(this.#project);
    if (why !== undefined) return unchecked(compiler, `${why}, and it is code of the project`);
    const tracked = trackedAmong(this.#project.root, [first.path]);
    if (tracked !== undefined) return unchecked(compiler, whyNotTracked(tracked));
    const files = sourcesIn([...touched, ...neighbours]).filter((path) => this.#libraryFor(dirname(path))?.path === first.path);
    return this.#asked(first, { root: this.#project.root, files, texts: plainTexts(texts) }, compiler, signal);
  }

  close(): void {
    for (const running of this.#running.values()) running.end();
    this.#running.clear();
  }

  async #asked(library: Library, question: object, compiler: string, signal: AbortSignal): Promise<InstalledChecked> {
    using bound = new Bound(signal, LONGEST);
    const running = this.#processFor(library.path);
    try {
      const answer = await untilAborted(running.ask(question), bound.signal, cancelled);
      if ('failure' in answer) return unchecked(compiler, answer.failure);
      return { before: reportOf(answer.before), after: reportOf(answer.after), compiler };
    } catch (error) {
      if (signal.aborted || !bound.passed) throw error;
      return unchecked(compiler, `it needed more than ${LONGEST / seconds(1)} s`);
    }
  }

  #processFor(library: string): CompilerProcess {
    const known = this.#running.get(library);
    if (known !== undefined && !known.ended) return known;
    const made = new CompilerProcess(this.#processes, { program: builtProgram(), library, cwd: this.#project.root, idle: IDLE });
    this.#running.set(library, made);
    return made;
  }

  // Inside of the project only: what lies above it nobody has trusted.
  #libraryFor(folder: string): Library | undefined {
    const { root } = this.#project;
    for (let above = folder; above === root || above.startsWith(`${root}/`); above = dirname(above)) {
      const installed = join(above, 'node_modules', 'typescript');
      const path = join(installed, 'lib', 'typescript.js');
      if (existsSync(path)) return { path: realpathSync(path), version: manifest.parse(JSON.parse(readSmallFile(join(installed, 'package.json')))).version };
    }
    return undefined;
  }
}

function sourcesIn(uris: readonly string[]): readonly string[] {
  return uris.map(pathOf).filter((path) => SOURCE.test(path) && !path.endsWith('.d.ts'));
}

function isCompiledByOlder(folder: string): boolean {
  const version = packageVersionFor(folder, 'typescript');
  return version !== undefined && isOlder(version, AS_NEW);
}

function unchecked(compiler: string, why: string): InstalledChecked {
  return { before: NOTHING, after: NOTHING, compiler, unchecked: why };
}

function plainTexts(texts: ReadonlyMap<string, string | undefined>): Readonly<Record<string, string | null>> {
  return Object.fromEntries([...texts].map(([uri, text]) => [pathOf(uri), text ?? null]));
}

function reportOf(found: readonly CompilerProblem[]): DiagnosticsReport {
  const byFile = new Map<string, Diagnostic[]>();
  for (const { file, line, character, code, message } of found) {
    const place = { line, character };
    const diagnostic: Diagnostic = { range: { start: place, end: place }, severity: 'error', message, code: String(code) };
    byFile.set(file, [...(byFile.get(file) ?? []), diagnostic]);
  }
  return { files: [...byFile].map(([file, diagnostics]) => ({ uri: uriOf(file), diagnostics })), unserved: [] };
}

// In dist/, of which this file is a part once it is built.
function builtProgram(): string {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    const program = join(folder, 'dist', 'installedTypescript.mjs');
    if (existsSync(program) || dirname(folder) === folder) return program;
  }
}

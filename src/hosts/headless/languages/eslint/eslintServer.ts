// ESLint beside the compiler: where a project has it installed and configured, and what its server must be sent.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { normalizeUri, pathOf } from '../../../../base/files/fileUri.ts';
import { readSmallFile } from '../../../../base/files/smallFile.ts';
import { engineFailed } from '../../../../ide/errors/errors.ts';
import { trackedAmong, whyNotTracked } from '../../../../machine/git/trackedFiles.ts';
import type { ProtocolDiagnostic } from '../engine/answers.ts';
import type { EngineProject } from '../engine/engineRow.ts';
import type { EngineSession } from '../engine/engineSession.ts';
import { type InstallMarks, nodeModules } from '../engine/installedPackages.ts';
import type { Middleware, Next } from '../engine/middleware.ts';

export const FLAT_CONFIGS = ['js', 'mjs', 'cjs', 'ts', 'mts', 'cts'].map((extension) => `eslint.config.${extension}`);
export const OLD_CONFIGS = ['.eslintrc', '.eslintrc.js', '.eslintrc.cjs', '.eslintrc.json', '.eslintrc.yaml', '.eslintrc.yml'];
const FILES = /\.[mc]?[jt]sx?$/;
// From this version on ESLint does not look at the old ones.
const FLAT_ONLY = 9;
const MANIFEST = join('node_modules', 'eslint', 'package.json');
const manifest = z.object({ version: z.string() });

// A configuration in the folder of the file or above, and an ESLint that can read it; both within the project.
export function eslintWants(project: EngineProject): (uri: string) => boolean {
  // Looked for by name: to list a folder of hundreds of files takes ten times as long.
  const has = (folder: string, name: string) => existsSync(join(folder, name));
  // The project's own is named where it is refused; one of a part of the project is as if it were not installed.
  const isOurs = (folder: string) => folder !== project.root && trackedAmong(project.root, [join(folder, MANIFEST)]) !== undefined;
  const versionOf = fromAbove<number | undefined>(project.root, undefined, (folder, above) =>
    has(folder, MANIFEST) && !isOurs(folder) ? (installedVersion(folder) ?? above) : above,
  );
  const configuredIn = fromAbove<Configured>(project.root, { flat: false, old: false }, (folder, above) => ({
    flat: above.flat || FLAT_CONFIGS.some((name) => has(folder, name)),
    old: above.old || OLD_CONFIGS.some((name) => has(folder, name)),
  }));
  return (uri) => {
    if (!FILES.test(uri) || !uri.startsWith(`${project.rootUri}/`)) return false;
    const folder = dirname(pathOf(uri));
    // Most projects have none, and a dozen names for configurations in each folder are not looked for in vain.
    const version = versionOf(folder);
    if (version === undefined) return false;
    const { flat, old } = configuredIn(folder);
    return flat || (old && version < FLAT_ONLY);
  };
}

export function eslintRefused({ root }: Pick<EngineProject, 'root'>): string | undefined {
  const tracked = trackedAmong(root, [join(root, MANIFEST)]);
  return tracked === undefined ? undefined : whyNotTracked(tracked);
}

// It keeps what a configuration imports, so a changed one needs a new process, as a new ESLint does.
export const eslintMarks: InstallMarks = (root) => [
  [...nodeModules(root).flat(), join(root, MANIFEST), ...[...FLAT_CONFIGS, ...OLD_CONFIGS].map((name) => join(root, name))],
];

const status = z.object({ uri: z.string(), state: z.number() });
const STATUS = 'eslint/status';
const OK = 1;

export class EslintServer implements Middleware {
  readonly #session: EngineSession;
  readonly #failed = new Set<string>();
  #lastWords = '';

  constructor(session: EngineSession) {
    this.#session = session;
  }

  configuration(): unknown {
    return {
      validate: 'on',
      run: 'onType',
      // With a name that it knows it would ask that package manager for its global folder, and lint with what lies there.
      packageManager: 'none',
      nodePath: null,
      experimental: { useFlatConfig: false },
      onIgnoredFiles: 'off',
      quiet: false,
      options: {},
      rulesCustomizations: [],
      problems: { shortenToSingleLine: false },
      codeAction: { disableRuleComment: { enable: false }, showDocumentation: { enable: false } },
      codeActionOnSave: { enable: false, mode: 'all' },
      format: false,
      workspaceFolder: { name: 'project', uri: this.#session.project.rootUri },
    };
  }

  logged(text: string): void {
    this.#lastWords = text;
  }

  // A broken configuration gives no diagnostics, which must not look like clean code.
  notified(method: string, params: unknown): void {
    const reported = status.safeParse(params);
    if (method !== STATUS || !reported.success) return;
    const uri = normalizeUri(reported.data.uri);
    if (reported.data.state === OK) this.#failed.delete(uri);
    else this.#failed.add(uri);
  }

  async diagnostics(uri: string, next: Next<readonly ProtocolDiagnostic[]>): Promise<readonly ProtocolDiagnostic[]> {
    const found = await next();
    if (this.#failed.has(uri)) throw engineFailed(this.#session.name, this.#lastWords.trim().split('\n')[0] || 'it could not lint this file');
    return found;
  }
}

interface Configured {
  readonly flat: boolean;
  readonly old: boolean;
}

// What holds in a folder by what holds above it, each folder looked at once.
function fromAbove<T>(root: string, nothing: T, at: (folder: string, above: T) => T): (folder: string) => T {
  const folders = new Map<string, { readonly value: T }>();
  const of = (folder: string): T => {
    const known = folders.get(folder);
    if (known !== undefined) return known.value;
    const value = at(folder, folder === root || dirname(folder) === folder ? nothing : of(dirname(folder)));
    folders.set(folder, { value });
    return value;
  };
  return of;
}

// The major one.
function installedVersion(folder: string): number | undefined {
  try {
    const { version } = manifest.parse(JSON.parse(readSmallFile(join(folder, MANIFEST))));
    return Number.parseInt(version, 10);
  } catch {
    // Not installed here, or not whole: then there is nothing that could lint.
    return undefined;
  }
}

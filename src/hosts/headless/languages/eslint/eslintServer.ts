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
  const folders = new Map<string, Setup>();
  const setupOf = (folder: string): Setup => {
    const known = folders.get(folder);
    if (known !== undefined) return known;
    const above = folder === project.root || dirname(folder) === folder ? NOTHING : setupOf(dirname(folder));
    // Looked for by name: to list a folder of hundreds of files takes ten times as long.
    const has = (name: string) => existsSync(join(folder, name));
    // The project's own is named where it is refused; one of a part of the project is as if it were not installed.
    const isOurs = folder !== project.root && trackedAmong(project.root, [join(folder, MANIFEST)]) !== undefined;
    const version = has(MANIFEST) && !isOurs ? installedVersion(folder) : undefined;
    const setup = {
      flat: above.flat || FLAT_CONFIGS.some(has),
      old: above.old || OLD_CONFIGS.some(has),
      version: version ?? above.version,
    };
    folders.set(folder, setup);
    return setup;
  };
  return (uri) => {
    if (!FILES.test(uri) || !uri.startsWith(`${project.rootUri}/`)) return false;
    const { flat, old, version } = setupOf(dirname(pathOf(uri)));
    return version !== undefined && (flat || (old && version < FLAT_ONLY));
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

interface Setup {
  readonly flat: boolean;
  readonly old: boolean;
  // The major one; undefined when none is installed.
  readonly version: number | undefined;
}

const NOTHING: Setup = { flat: false, old: false, version: undefined };

function installedVersion(folder: string): number | undefined {
  try {
    const { version } = manifest.parse(JSON.parse(readSmallFile(join(folder, MANIFEST))));
    return Number.parseInt(version, 10);
  } catch {
    // Not installed here, or not whole: then there is nothing that could lint.
    return undefined;
  }
}

// Which files basedpyright takes as the project's own, as its configuration file says; it searches no others unless they are open.
import { dirname, join, relative, resolve } from 'node:path';
import { parse as parseJson } from 'jsonc-parser';
import { parse as parseToml, TomlError } from 'smol-toml';
import { z } from 'zod';
import { sensibleGlobMatcher } from '../../../../base/patterns/glob.ts';
import type { ReadAbsolute } from '../engine/documents/sourceText.ts';

// What it leaves out when the configuration does not say what to leave out.
const DEFAULT_EXCLUDE = ['**/node_modules', '**/__pycache__', '**/.*'];
const MOST_BASES = 10;

export class PyrightConfig {
  readonly #included: (path: string) => boolean;
  readonly #excluded: (path: string) => boolean;

  private constructor(include: Patterns | undefined, exclude: Patterns) {
    // Whatever lies below the folder it was opened on is included by default, and only that is ever asked for.
    this.#included = include === undefined ? () => true : matcherOf(include);
    this.#excluded = matcherOf(exclude);
  }

  static async load(root: string, read: ReadAbsolute): Promise<PyrightConfig> {
    const settings = (await inherited(join(root, 'pyrightconfig.json'), read)) ?? (await inherited(join(root, 'pyproject.toml'), read)) ?? {};
    return new PyrightConfig(settings.include, settings.exclude ?? { folder: root, globs: DEFAULT_EXCLUDE });
  }

  includes(path: string): boolean {
    return this.#included(path) && !this.#excluded(path);
  }
}

interface Settings {
  readonly include?: Patterns;
  readonly exclude?: Patterns;
}

// Patterns count from the folder of the file that holds them.
interface Patterns {
  readonly folder: string;
  readonly globs: readonly string[];
}

const settingsShape = z.object({
  include: z.array(z.string()).optional().catch(undefined),
  exclude: z.array(z.string()).optional().catch(undefined),
  extends: z.string().optional().catch(undefined),
});

const pyprojectShape = z.object({ tool: z.object({ basedpyright: settingsShape.optional(), pyright: settingsShape.optional() }) });

async function inherited(path: string, read: ReadAbsolute): Promise<Settings | undefined> {
  let settings: Settings | undefined;
  let next: string | undefined = path;
  for (let depth = 0; next !== undefined && depth < MOST_BASES; depth += 1) {
    const own = settingsIn(next, await read(next));
    if (own === undefined) break;
    const folder = dirname(next);
    const found: Settings = {
      ...(own.include && { include: { folder, globs: own.include } }),
      ...(own.exclude && { exclude: { folder, globs: own.exclude } }),
    };
    // What the nearer file says counts.
    settings = { ...found, ...settings };
    next = own.extends === undefined ? undefined : resolve(folder, own.extends);
  }
  return settings;
}

function settingsIn(path: string, text: string | undefined): z.output<typeof settingsShape> | undefined {
  if (text === undefined) return undefined;
  if (path.endsWith('.toml')) {
    const { data } = pyprojectShape.safeParse(tomlOf(text));
    return data?.tool.basedpyright ?? data?.tool.pyright;
  }
  return settingsShape.safeParse(parseJson(text) ?? {}).data;
}

// A file that is not TOML configures nothing, for basedpyright as for us.
function tomlOf(text: string): unknown {
  try {
    return parseToml(text);
  } catch (error) {
    if (error instanceof TomlError) return {};
    throw error;
  }
}

// A pattern that names a folder means everything below it.
function matcherOf({ folder, globs }: Patterns): (path: string) => boolean {
  const patterns = globs
    .map((glob) => glob.replaceAll('\\', '/').replace(/^\.\/|\/+$/g, ''))
    .flatMap((glob) => (glob === '.' || glob === '' ? ['**'] : [glob, `${glob}/**`]));
  const matches = sensibleGlobMatcher(patterns, { hidden: true });
  return (path) => matches(relative(folder, path).replaceAll('\\', '/'));
}

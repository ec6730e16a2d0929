// Which files a tsconfig.json or jsconfig.json includes by itself, as far as that can be said for certain from its text.
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { parse } from 'jsonc-parser';
import { z } from 'zod';
import { ANY_CHARACTER, type NamePart, nameMatcher } from '../../../../base/patterns/namePattern.ts';
import { FOLDERS, matchesPath, type PathPattern } from '../../../../base/patterns/pathPattern.ts';
import type { ReadAbsolute } from '../engine/documents/sourceText.ts';
import { removedOptionsIn } from './removedOptions.ts';

// Reads a file by its absolute path; undefined when there is none.

// A configuration with everything that it extends and refers to. "Not included" may be wrong, "included" never is:
// a file that is taken for one outside is only opened needlessly, one that is taken for a member would be missed.
export class TsConfig {
  readonly #members: readonly Member[];

  private constructor(members: readonly Member[]) {
    this.#members = members;
  }

  static async load(path: string, read: ReadAbsolute): Promise<TsConfig> {
    const members: Member[] = [];
    const seen = new Set<string>();
    const queue = [path];
    // In the order of the references: of several that include a file, TypeScript takes the first.
    for (let next = queue.shift(); next !== undefined && seen.size < MOST_REFERENCES; next = queue.shift()) {
      if (seen.has(next)) continue;
      seen.add(next);
      const config = await effectiveConfig(next, read);
      if (config === undefined) continue;
      members.push(memberOf(config));
      queue.push(...config.references);
    }
    return new TsConfig(members);
  }

  // This one and those that it refers to: the path of each, and which of its options TypeScript 7 has removed.
  removedOptions(): readonly (readonly [string, readonly string[]])[] {
    return this.#members.map(({ path, removed }) => [path, removed]);
  }

  // This one and those that it refers to: the path of each, and which of these options neither it nor a base sets.
  unsetOptions(names: readonly string[]): readonly (readonly [string, readonly string[]])[] {
    return this.#members.map(({ path, options: set }) => [path, names.filter((name) => !(name in set))]);
  }

  // The path of the configuration that includes the file: this one, or one that it refers to.
  includer(path: string): string | undefined {
    return this.#members.find((member) => member.includes(path))?.path;
  }
}

interface Member {
  readonly path: string;
  readonly removed: readonly string[];
  readonly options: EffectiveConfig['options'];
  includes(path: string): boolean;
}

interface EffectiveConfig {
  readonly path: string;
  readonly allowsJs: boolean;
  // All compiler options, those of its bases too.
  readonly options: Readonly<Record<string, unknown>>;
  readonly files: readonly string[] | undefined;
  readonly include: Patterns | undefined;
  readonly exclude: Patterns | undefined;
  readonly outputs: readonly string[];
  readonly references: readonly string[];
}

// Patterns count from the folder of the configuration that holds them, not from that of the one that inherits them.
interface Patterns {
  readonly folder: string;
  readonly globs: readonly string[];
}

// TypeScript's own placeholder for the folder of the inheriting configuration.
const CONFIG_FOLDER = `\${configDir}`;
const MOST_REFERENCES = 500;
const DEEPEST_EXTENDS = 20;
const NEVER_INCLUDED = ['node_modules', 'bower_components', 'jspm_packages'];

const options = z.looseObject({
  allowJs: z.boolean().optional().catch(undefined),
  checkJs: z.boolean().optional().catch(undefined),
  outDir: z.string().optional().catch(undefined),
  declarationDir: z.string().optional().catch(undefined),
});
const strings = z.array(z.string()).optional().catch(undefined);
const source = z.looseObject({
  extends: z
    .union([z.string(), z.array(z.string())])
    .optional()
    .catch(undefined),
  files: strings,
  include: strings,
  exclude: strings,
  references: z
    .array(z.looseObject({ path: z.string() }))
    .optional()
    .catch(undefined),
  compilerOptions: options.optional().catch(undefined),
});

async function effectiveConfig(path: string, read: ReadAbsolute, depth = 0): Promise<EffectiveConfig | undefined> {
  const text = await read(path);
  if (text === undefined || depth > DEEPEST_EXTENDS) return undefined;
  const parsed = source.safeParse(parse(text, [], { allowTrailingComma: true }) ?? {});
  if (!parsed.success) return undefined;
  const own = parsed.data;
  const folder = dirname(path);
  const bases: EffectiveConfig[] = [];
  for (const base of [own.extends ?? []].flat()) {
    const found = await extendedConfig(base, folder, read, depth + 1);
    if (found !== undefined) bases.push(found);
  }
  // The last one named wins, as in TypeScript.
  const inherited = bases.at(-1);
  const compiler = own.compilerOptions ?? {};
  const patterns = (globs: readonly string[] | undefined) =>
    globs === undefined ? undefined : { folder, globs: globs.map((glob) => glob.replaceAll(CONFIG_FOLDER, folder)) };
  const allowsJs = compiler.allowJs ?? compiler.checkJs ?? inherited?.allowsJs ?? /jsconfig[^/\\]*\.json$/.test(path);
  return {
    path,
    allowsJs,
    options: Object.assign({}, ...bases.map((base) => base.options), compiler),
    files: own.files?.map((file) => resolve(folder, file.replaceAll(CONFIG_FOLDER, folder))) ?? inherited?.files,
    include: patterns(own.include) ?? inherited?.include,
    exclude: patterns(own.exclude) ?? inherited?.exclude,
    outputs: [compiler.outDir, compiler.declarationDir].flatMap((output) => (output === undefined ? [] : [resolve(folder, output)])),
    references: (own.references ?? []).map((reference) => configPath(resolve(folder, reference.path))),
  };
}

// A name without a dot is a package, looked for in node_modules from here upwards.
async function extendedConfig(base: string, folder: string, read: ReadAbsolute, depth: number): Promise<EffectiveConfig | undefined> {
  const isPackage = !base.startsWith('.') && !isAbsolute(base);
  const paths = isPackage ? foldersAbove(folder).map((above) => join(above, 'node_modules', base)) : [resolve(folder, base)];
  for (const path of paths) {
    const candidates = path.endsWith('.json') ? [path] : [path, `${path}.json`, ...(isPackage ? [join(path, 'tsconfig.json')] : [])];
    for (const candidate of candidates) {
      const found = await effectiveConfig(candidate, read, depth);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

function foldersAbove(folder: string): readonly string[] {
  return dirname(folder) === folder ? [folder] : [folder, ...foldersAbove(dirname(folder))];
}

function configPath(path: string): string {
  return path.endsWith('.json') ? path : join(path, 'tsconfig.json');
}

function memberOf(config: EffectiveConfig): Member {
  const files = new Set((config.files ?? []).map(slashed));
  const include = config.include ?? (config.files === undefined ? { folder: dirname(config.path), globs: ['**/*'] } : { folder: '', globs: [] });
  const included = include.globs.flatMap((glob) => includePattern(absolute(include.folder, glob)) ?? []);
  const excluded = config.exclude?.globs.map((glob) => excludePattern(absolute(config.exclude?.folder ?? '', glob)));
  const outputs = config.outputs.map((output) => `${slashed(output)}/`);
  return {
    path: config.path,
    removed: removedOptionsIn(config.options),
    options: config.options,
    includes(path) {
      const wanted = slashed(path);
      if (files.has(wanted)) return true;
      if (!isSource(wanted, config.allowsJs) || !included.some((pattern) => matchesPath(pattern, wanted))) return false;
      if (wanted.split('/').some((segment) => NEVER_INCLUDED.includes(segment))) return false;
      // Without an exclude of its own, a configuration leaves out what it writes.
      return excluded === undefined ? !outputs.some((output) => wanted.startsWith(output)) : !excluded.some((pattern) => matchesPath(pattern, wanted));
    },
  };
}

// TypeScript's own globs: "*" and "?" within a name, "**/" for any folders, nothing else is special. Wildcards skip hidden names.
function includePattern(pattern: string): PathPattern | undefined {
  const segments = pattern.split('/');
  const last = segments.at(-1) ?? '';
  // An include that ends in "**" is an error, and means nothing.
  if (last === '**') return undefined;
  // The name of a folder means all that is in it.
  if (!/[.*?]/.test(last)) segments.push('**', '*');
  return { names: segments.map((segment) => nameOf(segment, false)), entersHidden: false };
}

// What matches a folder excludes all that is in it.
function excludePattern(pattern: string): PathPattern {
  return { names: [...pattern.split('/').map((segment) => nameOf(segment, true)), FOLDERS], entersHidden: true };
}

function nameOf(segment: string, fitsHidden: boolean): PathPattern['names'][number] {
  if (segment === '**') return FOLDERS;
  const parts = segment.split(/([*?])/).flatMap((text): NamePart[] => {
    if (text === '*') return [{ kind: 'star' }];
    if (text === '?') return [ANY_CHARACTER];
    return text === '' ? [] : [{ kind: 'text', text }];
  });
  const matches = nameMatcher(parts);
  return fitsHidden || !/^[*?]/.test(segment) ? matches : (name) => !name.startsWith('.') && matches(name);
}

function absolute(folder: string, glob: string): string {
  return slashed(resolve(folder, glob));
}

function isSource(path: string, allowsJs: boolean): boolean {
  // Components are files of a configuration for the programs that know them; others are never asked about one.
  return /\.(?:[mc]?tsx?|vue)$/.test(path) || (allowsJs && /\.[mc]?jsx?$/.test(path) && !path.endsWith('.min.js'));
}

function slashed(path: string): string {
  return path.replaceAll('\\', '/');
}

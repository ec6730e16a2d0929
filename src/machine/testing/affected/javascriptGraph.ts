// What files of JavaScript and TypeScript import of each other: every text that leads to a file of the project counts, whatever the syntax around it.
import { posix } from 'node:path';
import { parse } from 'jsonc-parser';
import { z } from 'zod';
import type { ProjectFiles } from '../runnerRow.ts';
import type { ImportGraph } from './graph.ts';

export const JAVASCRIPT = /\.(?:[cm]?[jt]sx?|vue|svelte|astro)$/;
// What may be left out of an import, and what stands for another extension.
const EXTENSIONS = [
  '',
  '.ts',
  '.tsx',
  '.mts',
  '.cts',
  '.js',
  '.jsx',
  '.mjs',
  '.cjs',
  '.json',
  '.vue',
  '.svelte',
  '/index.ts',
  '/index.tsx',
  '/index.js',
  '/index.mjs',
  '/index.jsx',
];
const WRITTEN_AS_JAVASCRIPT = /\.([cm]?)jsx?$/;
const SPECIFIER = /(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire(?:\.resolve|Actual)?\s*\(\s*|\bmock\w*\s*\(\s*)(['"`])([^'"`\n]+)\1|(['"`])(\.{1,2}\/[^'"`\n]*)\3/g;

const Manifest = z.looseObject({ name: z.string().optional() });
const Configuration = z.looseObject({
  compilerOptions: z.looseObject({ baseUrl: z.string().optional(), paths: z.record(z.string(), z.array(z.string())).optional() }).optional(),
});

export function javascriptGraph(project: ProjectFiles): ImportGraph {
  const all = new Set(project.paths);
  const packages = packagesOf(project);
  const aliases = aliasesOf(project);
  const imports = new Map<string, Set<string>>();
  for (const path of project.paths) {
    if (!JAVASCRIPT.test(path)) continue;
    const found = new Set<string>();
    for (const match of (project.text(path) ?? '').matchAll(SPECIFIER)) {
      const specifier = (match[2] ?? match[4] ?? '').replace(/[?#].*$/, '');
      for (const target of resolved(specifier, path)) found.add(target);
    }
    found.delete(path);
    imports.set(path, found);
  }
  return { imports };

  function resolved(specifier: string, from: string): readonly string[] {
    if (specifier.startsWith('.')) return fileAt(posix.join(posix.dirname(from), specifier));
    for (const { pattern, targets } of aliases) {
      const rest = pattern.exec(specifier)?.[1];
      if (pattern.test(specifier)) return targets.flatMap((target) => fileAt(target.replace('*', rest ?? '')));
    }
    for (const [name, folder] of packages) {
      if (specifier !== name && !specifier.startsWith(`${name}/`)) continue;
      const inside = specifier.slice(name.length + 1);
      const direct = inside === '' ? [] : [...fileAt(posix.join(folder, inside)), ...fileAt(posix.join(folder, 'src', inside))];
      // Which file a package's name leads to is the matter of its exports; any of them may be meant.
      return direct.length > 0 ? direct : project.paths.filter((path) => path.startsWith(folder === '.' ? '' : `${folder}/`) && JAVASCRIPT.test(path));
    }
    return [];
  }

  function fileAt(path: string): readonly string[] {
    for (const extension of EXTENSIONS) if (all.has(path + extension)) return [path + extension];
    const source = WRITTEN_AS_JAVASCRIPT.exec(path);
    if (source === null) return [];
    const bare = path.slice(0, source.index);
    return [`${bare}.${source[1]}ts`, `${bare}.${source[1]}tsx`].filter((candidate) => all.has(candidate));
  }
}

function packagesOf(project: ProjectFiles): readonly (readonly [string, string])[] {
  return project.paths
    .filter((path) => path.endsWith('/package.json'))
    .flatMap((path) => {
      const name = Manifest.safeParse(parse(project.text(path) ?? '{}')).data?.name;
      return name === undefined ? [] : [[name, posix.dirname(path)] as const];
    });
}

function aliasesOf(project: ProjectFiles): { pattern: RegExp; targets: string[] }[] {
  return project.paths
    .filter((path) => /(^|\/)[tj]sconfig(\.\w+)?\.json$/.test(path))
    .flatMap((path) => {
      const { baseUrl = '.', paths = {} } = Configuration.safeParse(parse(project.text(path) ?? '{}')).data?.compilerOptions ?? {};
      const base = posix.join(posix.dirname(path), baseUrl);
      return Object.entries(paths).map(([alias, targets]) => ({
        pattern: new RegExp(`^${alias.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replace('*', '(.*)')}$`),
        targets: targets.map((target) => posix.join(base, target)),
      }));
    });
}

// What Python modules of the project import of each other.
import { posix } from 'node:path';
import type { ProjectFiles } from '../runnerRow.ts';
import type { ImportGraph } from './graph.ts';

const IMPORT = /^[ \t]*(?:from[ \t]+(\.*[\w.]*)[ \t]+import[ \t]+(\([^)]*\)|[^\n#;]+)|import[ \t]+([^\n#;]+))/gm;

export function pythonGraph(project: ProjectFiles): ImportGraph {
  const modules = new Map<string, string>();
  const all = new Set(project.paths);
  const python = project.paths.filter((path) => path.endsWith('.py'));
  for (const path of python) for (const name of namesOf(path, all)) if (!modules.has(name)) modules.set(name, path);
  const conftests = python.filter((path) => posix.basename(path) === 'conftest.py');
  const imports = new Map<string, Set<string>>();
  for (const path of python) {
    const found = new Set<string>();
    for (const [, from, what = '', plain] of (project.text(path) ?? '').matchAll(IMPORT)) {
      if (plain !== undefined) for (const name of listed(plain)) add(name, found);
      if (from === undefined) continue;
      const base = absolute(from, path);
      add(base, found);
      for (const name of listed(what.replaceAll(/[()]/g, ''))) add(base === '' ? name : `${base}.${name}`, found);
    }
    // pytest loads those of the folders around.
    for (const conftest of conftests) if (conftest !== path && path.startsWith(conftest.slice(0, -'conftest.py'.length))) found.add(conftest);
    found.delete(path);
    imports.set(path, found);
  }
  return { imports };

  // A module, and the packages around it, whose __init__ runs first.
  function add(name: string, found: Set<string>): void {
    const parts = name.split('.');
    for (let length = parts.length; length > 0; length--) {
      const file = modules.get(parts.slice(0, length).join('.'));
      if (file !== undefined) found.add(file);
    }
  }

  function absolute(from: string, path: string): string {
    const dots = /^\.*/.exec(from)?.[0].length ?? 0;
    if (dots === 0) return from;
    let folder = posix.dirname(path);
    for (let level = 1; level < dots; level++) folder = posix.dirname(folder);
    return [...moduleFolder(folder, all), ...(from.length > dots ? [from.slice(dots)] : [])].join('.');
  }
}

function listed(names: string): string[] {
  return names.split(',').flatMap((part) => /^\s*([\w.]+)/.exec(part)?.[1] ?? []);
}

// By the packages around it, and from the folder of the project.
function namesOf(path: string, all: ReadonlySet<string>): string[] {
  const bare = path.replace(/(?:\/__init__)?\.py$/, '').replace(/^__init__\.py$/, '');
  const isPackage = path.endsWith('__init__.py');
  const folder = isPackage ? posix.dirname(path) : posix.dirname(path);
  const name = isPackage ? [] : [posix.basename(bare)];
  return [...new Set([[...moduleFolder(folder, all), ...name].join('.'), bare.split('/').join('.')])].filter((one) => one !== '');
}

function moduleFolder(folder: string, all: ReadonlySet<string>): string[] {
  const parts: string[] = [];
  for (let current = folder; current !== '.' && all.has(`${current}/__init__.py`); current = posix.dirname(current)) parts.unshift(posix.basename(current));
  return parts;
}

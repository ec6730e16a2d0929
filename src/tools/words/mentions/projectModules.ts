// Which modules could be the project's own, by how they are written: what comes from a package that is not installed is none of its business.
import { posix } from 'node:path';
import type { TextSnapshot } from '../../../ide/text.ts';
import { familyOf } from '../../../source/language.ts';
import type { ProjectContext } from '../../tool.ts';
import { perhapsText } from '../optionalFiles.ts';
import { fileOf } from '../place.ts';
import { targetOf } from './writtenPaths.ts';

const MOST_PACKAGES = 300;
const CODE = ['.ts', '.tsx', '.d.ts', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs'];
// Names of folders and files that say nothing of whose they are.
const USUAL = ['', '.', 'index', 'src', 'lib', 'dist', 'test', 'tests', 'types', 'utils'];

interface Own {
  readonly files: ReadonlySet<string>;
  // Files without their extensions, folders, and what a package.json calls a package.
  readonly names: ReadonlySet<string>;
  readonly goModules: readonly string[];
}

export class ProjectModules {
  readonly #context: ProjectContext;
  #own: Promise<Own> | undefined;

  constructor(context: ProjectContext) {
    this.#context = context;
  }

  // The module as the document writes it.
  async mayHold(module: string, document: TextSnapshot): Promise<boolean> {
    this.#own ??= this.#read();
    const own = await this.#own;
    const folder = posix.dirname(fileOf(this.#context.ide.project, document.uri));
    switch (familyOf(document.languageId)) {
      case 'typescript':
        // A file that is not there, such as one that is yet to be generated, holds nothing of the project.
        return module.startsWith('.')
          ? /\.[cm]?[jt]sx?$/.test(targetOf(posix.join(folder, module), own.files, CODE) ?? '')
          : isNamed(own, module, module.split('/'));
      case 'python':
        return module.startsWith('.') ? isPythonModule(own, folder, module) : isNamed(own, module, module.split('.'));
      case 'go':
        return own.goModules.length > 0
          ? own.goModules.some((name) => module === name || module.startsWith(`${name}/`))
          : isNamed(own, module, module.split('/'));
      default:
        return ['crate', 'self', 'super'].includes(module) || isNamed(own, module, module.split('::'));
    }
  }

  async #read(): Promise<Own> {
    const { ide, signal } = this.#context;
    const listed = (await ide.documents.list({}, signal)).map(({ path }) => path);
    const names = new Set<string>();
    for (const path of listed) {
      names.add(posix.basename(path).replace(/\..*$/, ''));
      for (const folder of posix.dirname(path).split('/')) names.add(folder);
    }
    const named = (file: string) => listed.filter((path) => posix.basename(path) === file).slice(0, MOST_PACKAGES);
    for (const path of named('package.json')) {
      const name = /"name"\s*:\s*"([^"]+)"/.exec((await perhapsText(this.#context, path)) ?? '')?.[1];
      if (name !== undefined) names.add(name);
    }
    for (const usual of USUAL) names.delete(usual);
    const goModules = await Promise.all(
      named('go.mod').map(async (path) => /^module\s+(\S+)/m.exec((await perhapsText(this.#context, path)) ?? '')?.[1] ?? []),
    );
    return { files: new Set(listed), names, goModules: goModules.flat() };
  }
}

// A package by its whole name, a path by any of its parts; the scope of a package is none.
function isNamed({ names }: Own, module: string, parts: readonly string[]): boolean {
  const plain = parts.map((part) => part.replace(/\.[cm]?[jt]sx?$/, ''));
  return names.has(module) || names.has(plain.slice(0, 2).join('/')) || plain.some((part) => !part.startsWith('@') && names.has(part));
}

function isPythonModule({ files }: Own, folder: string, module: string): boolean {
  const [dots = '.'] = /^\.+/.exec(module) ?? [];
  const target = posix.join(folder, ...Array.from({ length: dots.length - 1 }, () => '..'), ...module.slice(dots.length).split('.'));
  return [`${target}.py`, `${target}.pyi`, `${target}/__init__.py`].some((path) => files.has(path));
}

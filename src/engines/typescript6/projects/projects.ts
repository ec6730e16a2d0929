// The programs that are loaded: one for each configuration with an open file, and one for each group of files that belong to none.
import ts from 'typescript';
import { COMPONENT_EXTENSIONS, type Components } from '../components/components.ts';
import { isComponent } from '../components/scripts.ts';
import { Configurations, type ParsedConfiguration } from './configurations.ts';
import { folderOf, isInside, keyOf } from './paths.ts';
import { type ProjectShape, TypeScriptProject } from './project.ts';
import { SourceTexts } from './texts.ts';

export interface ProjectsOptions {
  readonly root: string;
  // Programs hold what is open and what that imports, not all that a configuration includes.
  readonly partial: boolean;
  // Programs know components too.
  readonly components?: Components | undefined;
}

export interface FileEvent {
  readonly path: string;
  readonly kind: 'created' | 'changed' | 'deleted';
}

// For files without any configuration: everything that may occur in them is understood.
const LOOSE: ts.CompilerOptions = {
  allowJs: true,
  allowNonTsExtensions: true,
  target: ts.ScriptTarget.ESNext,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  jsx: ts.JsxEmit.Preserve,
  allowImportingTsExtensions: true,
  experimentalDecorators: true,
  noEmit: true,
};
// Roots that nobody has open; beyond this many they only cost memory.
const MOST_WANTED = 200;

export class Projects {
  readonly texts = new SourceTexts();
  readonly configurations: Configurations;
  readonly #options: ProjectsOptions;
  readonly #registry: ts.DocumentRegistry;
  readonly #loaded = new Map<string, TypeScriptProject>();
  // Made before files appeared or went: closed once another stands in its place, so that what both have is not parsed again.
  readonly #outdated = new Map<string, TypeScriptProject>();
  readonly #nameOf = new Map<string, string>();
  // By project: closed files that somebody has asked about.
  readonly #wanted = new Map<string, Set<string>>();

  constructor(options: ProjectsOptions) {
    this.#options = options;
    this.configurations = new Configurations(this.texts, options.root, options.components === undefined ? [] : COMPONENT_EXTENSIONS);
    this.#registry = ts.createDocumentRegistry(ts.sys.useCaseSensitiveFileNames, options.root);
  }

  open(path: string, text: string): void {
    const known = this.texts.isOpen(path) || ts.sys.fileExists(path);
    this.texts.open(path, text);
    if (!known || this.configurations.isConfiguration(path)) this.#outdate();
  }

  close(path: string): void {
    this.texts.close(path);
    if (!ts.sys.fileExists(path)) this.#outdate();
  }

  changed(events: readonly FileEvent[]): void {
    for (const { path } of events) this.texts.forget(path);
    if (events.some(({ path, kind }) => kind !== 'changed' || this.configurations.isConfiguration(path) || path.endsWith('/package.json'))) this.#outdate();
  }

  // The project that a file belongs to, loaded now if it was not.
  of(path: string): TypeScriptProject {
    this.#nameOpen();
    const name = this.#name(path);
    const known = this.#loaded.get(name) ?? this.#load(name, path);
    if (!known.shape.roots().some((root) => keyOf(root) === keyOf(path)) && !known.contains(path)) this.#want(name, path);
    return known;
  }

  // Those that have an open file.
  all(): readonly TypeScriptProject[] {
    const all = [...new Set(this.#openSources().map((path) => this.of(path)))];
    for (const project of this.#outdated.values()) project.close();
    this.#outdated.clear();
    return all;
  }

  // Every project whose program holds the file, its own first.
  holding(path: string): readonly TypeScriptProject[] {
    const own = this.of(path);
    return [own, ...this.all().filter((project) => project !== own && project.contains(path))];
  }

  ofConfiguration(path: string): TypeScriptProject | undefined {
    const configuration = this.configurations.at(path);
    if (configuration === undefined) return undefined;
    return this.#loaded.get(configuration.path) ?? this.#load(configuration.path, configuration.path);
  }

  // First what a configuration includes: the programs of those say where the others belong.
  #nameOpen(): void {
    const unnamed = this.#openSources().filter((path) => !this.#nameOf.has(keyOf(path)));
    if (unnamed.length === 0) return;
    for (const path of unnamed) {
      const including = this.configurations.including(path);
      if (including === undefined) continue;
      this.#nameOf.set(keyOf(path), including.path);
      if (!this.#options.partial) this.#ofName(including.path);
    }
    for (const path of unnamed) this.#name(path);
    this.texts.touched();
  }

  #name(path: string): string {
    const key = keyOf(path);
    const known = this.#nameOf.get(key);
    if (known !== undefined) return known;
    const name = this.#findName(path);
    this.#nameOf.set(key, name);
    return name;
  }

  // What no configuration includes may still be imported by the files of one, as a library or a shared folder is.
  #findName(path: string): string {
    const including = this.configurations.including(path);
    if (including !== undefined) return including.path;
    for (const [name, project] of this.#loaded) if (project.contains(path)) return name;
    const nearest = this.configurations.nearest(path);
    if (nearest !== undefined && !this.#options.partial && this.#ofName(nearest.path).contains(path)) return nearest.path;
    return nearest === undefined ? '' : `${nearest.path} others`;
  }

  #ofName(name: string): TypeScriptProject {
    return this.#loaded.get(name) ?? this.#load(name, name);
  }

  #load(name: string, path: string): TypeScriptProject {
    const project = new TypeScriptProject(this.#shape(name, path), this.texts, this.#registry, this.#options.components);
    this.#loaded.set(name, project);
    const outdated = this.#outdated.get(name);
    if (outdated !== undefined) {
      project.program.getRootFileNames();
      outdated.close();
      this.#outdated.delete(name);
    }
    return project;
  }

  #shape(name: string, path: string): ProjectShape {
    const configuration = this.configurations.at(name);
    if (configuration === undefined) return this.#looseShape(name, this.configurations.nearest(path));
    const { command } = configuration;
    const ambient = command.fileNames.filter((file) => /\.d\.[mc]?ts$/.test(file));
    return {
      config: configuration.path,
      folder: folderOf(configuration.path),
      // Without this a component would be no file of the program.
      options: this.#options.components === undefined ? command.options : { ...command.options, allowNonTsExtensions: true },
      references: command.projectReferences ?? [],
      problems: command.errors,
      roots: this.#options.partial ? () => [...new Set([...ambient, ...this.#rootsOf(name)])] : () => command.fileNames,
    };
  }

  #looseShape(name: string, nearest: ParsedConfiguration | undefined): ProjectShape {
    const options = nearest === undefined ? LOOSE : { ...nearest.command.options, allowJs: true, allowNonTsExtensions: true, composite: false, noEmit: true };
    const folder = nearest === undefined ? this.#options.root : folderOf(nearest.path);
    return { config: undefined, folder, options, references: [], problems: [], roots: () => this.#rootsOf(name) };
  }

  // A configuration may be open too, with a text of the client's; no program is made of it.
  #openSources(): readonly string[] {
    return this.texts.openPaths().filter((path) => !this.configurations.isConfiguration(path));
  }

  #rootsOf(name: string): readonly string[] {
    const open = this.#openSources().filter((path) => this.#nameOf.get(keyOf(path)) === name);
    return [...open, ...(this.#wanted.get(name) ?? [])].filter((path) => isSource(path));
  }

  #want(name: string, path: string): void {
    if (this.texts.isOpen(path)) return;
    const wanted = this.#wanted.get(name) ?? new Set();
    if (wanted.size >= MOST_WANTED) wanted.clear();
    this.#wanted.set(name, wanted.add(path));
    this.texts.touched();
  }

  #outdate(): void {
    this.configurations.forget();
    this.#nameOf.clear();
    this.#wanted.clear();
    for (const [name, project] of this.#loaded) {
      this.#outdated.get(name)?.close();
      this.#outdated.set(name, project);
    }
    this.#loaded.clear();
  }
}

function isSource(path: string): boolean {
  return (/\.[mc]?[jt]sx?$/.test(path) || isComponent(path)) && !isInside(path, folderOf(ts.getDefaultLibFilePath({})));
}

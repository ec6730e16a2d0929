// One program of TypeScript's with its language service: the files of a configuration, or some files that share their options.
import ts from 'typescript';
import type { ComponentService, Components } from '../components/components.ts';
import type { SourceTexts } from './texts.ts';

export interface ProjectShape {
  // The path of its configuration; undefined for files that belong to none.
  readonly config: string | undefined;
  readonly folder: string;
  readonly options: ts.CompilerOptions;
  readonly references: readonly ts.ProjectReference[];
  // What is wrong with the configuration itself.
  readonly problems: readonly ts.Diagnostic[];
  roots(): readonly string[];
}

export interface NewText {
  readonly fileName: string;
  readonly textSpan: ts.TextSpan;
  readonly newText: string;
}

// Lets a program read the sources of a project that it refers to instead of what that project has built; TypeScript's own server does the same.
type Host = ts.LanguageServiceHost & { useSourceOfProjectReferenceRedirect(): boolean };

export class TypeScriptProject {
  readonly shape: ProjectShape;
  readonly service: ts.LanguageService;
  readonly #texts: SourceTexts;
  readonly #components: ComponentService | undefined;
  #lent: readonly string[] = [];

  constructor(shape: ProjectShape, texts: SourceTexts, registry: ts.DocumentRegistry, components: Components | undefined) {
    this.shape = shape;
    this.#texts = texts;
    const host: Host = {
      getCompilationSettings: () => shape.options,
      getScriptFileNames: () => [...shape.roots(), ...this.#lent],
      getProjectReferences: () => shape.references,
      getProjectVersion: () => String(texts.generation),
      getScriptVersion: (path) => texts.version(path),
      getScriptSnapshot: (path) => texts.snapshot(path),
      getCurrentDirectory: () => shape.folder,
      getDefaultLibFileName: ts.getDefaultLibFilePath,
      fileExists: (path) => texts.exists(path),
      readFile: (path) => texts.read(path),
      useCaseSensitiveFileNames: () => ts.sys.useCaseSensitiveFileNames,
      directoryExists: ts.sys.directoryExists,
      getDirectories: ts.sys.getDirectories,
      readDirectory: ts.sys.readDirectory,
      ...(ts.sys.realpath && { realpath: ts.sys.realpath }),
      useSourceOfProjectReferenceRedirect: () => true,
    };
    this.#components = components?.serviceFor(shape, host, texts);
    this.service = this.#components?.service ?? ts.createLanguageService(host, registry);
  }

  get program(): ts.Program {
    const program = this.service.getProgram();
    if (program === undefined) throw new TypeError('only a language service for syntax has no program');
    return program;
  }

  contains(path: string): boolean {
    return this.program.getSourceFile(path) !== undefined;
  }

  // What is wrong with it is another engine's to say, unless it depends on a component.
  diagnoses(path: string): boolean {
    return this.contains(path) && (this.#components?.reachesComponent(path) ?? true);
  }

  // Every place that a new name changes, with what stands there afterwards. Throws what the service throws where nothing can be renamed.
  renamed({ path, offset }: { readonly path: string; readonly offset: number }, newName: string, preferences: ts.UserPreferences): readonly NewText[] {
    this.#components?.names.forget();
    const found = this.service.findRenameLocations(path, offset, false, false, preferences) ?? [];
    return found.map((location) => {
      const { fileName, textSpan, prefixText = '', suffixText = '' } = location;
      return { fileName, textSpan, newText: this.#components?.names.newText(location, newName) ?? prefixText + newName + suffixText };
    });
  }

  // With a file of another project for as long as the work takes; one that is not there yet is none.
  lending<Value>(path: string, work: () => Value): Value {
    if (this.contains(path) || !this.#texts.exists(path)) return work();
    this.#lent = [path];
    this.#texts.touched();
    try {
      return work();
    } finally {
      this.#lent = [];
      this.#texts.touched();
    }
  }

  close(): void {
    this.service.dispose();
  }
}

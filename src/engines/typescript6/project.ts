// One program of TypeScript's with its language service: the files of a configuration, or some files that share their options.
import ts from 'typescript';
import type { Texts } from './texts.ts';

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

// Lets a program read the sources of a project that it refers to instead of what that project has built; TypeScript's own server does the same.
type Host = ts.LanguageServiceHost & { useSourceOfProjectReferenceRedirect(): boolean };

export class Project {
  readonly shape: ProjectShape;
  readonly service: ts.LanguageService;

  constructor(shape: ProjectShape, texts: Texts, registry: ts.DocumentRegistry) {
    this.shape = shape;
    const host: Host = {
      getCompilationSettings: () => shape.options,
      getScriptFileNames: () => [...shape.roots()],
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
    this.service = ts.createLanguageService(host, registry);
  }

  get program(): ts.Program {
    const program = this.service.getProgram();
    if (program === undefined) throw new TypeError('only a language service for syntax has no program');
    return program;
  }

  contains(path: string): boolean {
    return this.program.getSourceFile(path) !== undefined;
  }

  close(): void {
    this.service.dispose();
  }
}

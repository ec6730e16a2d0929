// One program of a project's own TypeScript: files of a configuration as they are on disk, under texts that are only planned.
import { statSync } from 'node:fs';
import type ts from 'typescript';
import type { CheckRequest, Found } from './checker.ts';

// Lets a program read the sources of a project that it refers to instead of what that project has built.
type Host = ts.LanguageServiceHost & { useSourceOfProjectReferenceRedirect(): boolean };

export class Service {
  readonly #typescript: typeof ts;
  readonly #service: ts.LanguageService;
  readonly #versions = new Map<string, { readonly text: string; readonly version: string }>();
  #command: ts.ParsedCommandLine | undefined;
  #overlay: CheckRequest['texts'] = {};
  // A file that is yet to come is in no list of files.
  #asked = '';
  #moment = 0;
  #count = 0;

  constructor(typescript: typeof ts, folder: string) {
    this.#typescript = typescript;
    this.#service = typescript.createLanguageService(this.#host(folder));
  }

  // Texts of one moment: whatever is asked of them is answered from the same program.
  show(command: ts.ParsedCommandLine, overlay: CheckRequest['texts']): void {
    this.#command = command;
    this.#overlay = overlay;
    this.#moment += 1;
  }

  errorsIn(file: string): readonly Found[] {
    const isListed = this.#command?.fileNames.includes(file) ?? false;
    if (!isListed && this.#asked !== file) {
      this.#asked = file;
      this.#moment += 1;
    }
    if (!this.#exists(file) || this.#service.getProgram()?.getSourceFile(file) === undefined) return [];
    const found = [...this.#service.getSyntacticDiagnostics(file), ...this.#service.getSemanticDiagnostics(file)];
    return found
      .filter(({ category }) => category === this.#typescript.DiagnosticCategory.Error)
      .map(({ file: source, start = 0, code, messageText }) => ({
        file,
        ...(source?.getLineAndCharacterOfPosition(start) ?? { line: 0, character: 0 }),
        code,
        message: this.#typescript.flattenDiagnosticMessageText(messageText, '\n'),
      }));
  }

  #host(folder: string): Host {
    const { sys, getDefaultLibFilePath, ScriptSnapshot } = this.#typescript;
    return {
      getCurrentDirectory: () => folder,
      getCompilationSettings: () => this.#command?.options ?? {},
      getProjectReferences: () => this.#command?.projectReferences,
      getProjectVersion: () => String(this.#moment),
      getScriptFileNames: () => [...new Set([...(this.#command?.fileNames ?? []), this.#asked])].filter((path) => this.#exists(path)),
      getScriptVersion: (path) => this.#versionOf(path),
      getScriptSnapshot: (path) => {
        const text = this.#textOf(path);
        return text === undefined ? undefined : ScriptSnapshot.fromString(text);
      },
      getDefaultLibFileName: (options) => getDefaultLibFilePath(options),
      fileExists: (path) => this.#exists(path),
      readFile: (path) => this.#textOf(path),
      readDirectory: sys.readDirectory,
      directoryExists: (path) => sys.directoryExists(path) || Object.keys(this.#overlay).some((planned) => planned.startsWith(`${path}/`)),
      getDirectories: sys.getDirectories,
      ...(sys.realpath !== undefined && { realpath: sys.realpath }),
      useCaseSensitiveFileNames: () => sys.useCaseSensitiveFileNames,
      useSourceOfProjectReferenceRedirect: () => true,
    };
  }

  #exists(path: string): boolean {
    const planned = this.#overlay[path];
    return planned === undefined ? this.#typescript.sys.fileExists(path) : planned !== null;
  }

  #textOf(path: string): string | undefined {
    const planned = this.#overlay[path];
    return planned === undefined ? this.#typescript.sys.readFile(path) : (planned ?? undefined);
  }

  // Of what is planned, a number for each text; of the rest, when it was written.
  #versionOf(path: string): string {
    const planned = this.#overlay[path];
    if (planned === undefined || planned === null) {
      const stat = statSync(path, { throwIfNoEntry: false });
      return stat === undefined ? '' : `${stat.mtimeMs}:${stat.size}`;
    }
    const known = this.#versions.get(path);
    if (known?.text === planned) return known.version;
    this.#count += 1;
    const version = `planned ${this.#count}`;
    this.#versions.set(path, { text: planned, version });
    return version;
  }
}

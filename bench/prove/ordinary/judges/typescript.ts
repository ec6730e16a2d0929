// The project's own TypeScript (ours where it has none) as the judge of the whole project: every tsconfig.json, and the files that none of them takes, each as a program that is kept and only checked where a change reaches.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type ts from 'typescript';
import ours from 'typescript';
import type { Project } from '../corpora/project.ts';
import type { Judge, Texts } from './judge.ts';

type Compiler = typeof ours;
type Builder = ts.SemanticDiagnosticsBuilderProgram;

interface Program {
  // Undefined for the files that no config takes.
  readonly config: string | undefined;
  // As the project was when it was opened; every later question starts from it.
  readonly base: Builder;
}

export class TypescriptJudge implements Judge {
  readonly #ts: Compiler;
  readonly #folder: string;
  readonly #project: Project;
  readonly #sources = new Map<string, ts.SourceFile & { version: string }>();
  #over: Texts = new Map();
  readonly #programs: readonly Program[];

  constructor(project: Project) {
    this.#project = project;
    this.#ts = compilerOf(project);
    this.#folder = project.folder.replaceAll('\\', '/');
    this.#programs = this.#configs().map(({ config, parsed }) => ({ config, base: this.#built(parsed) }));
    for (const { base } of this.#programs) checked(base);
  }

  async errors(over: Texts = new Map()): Promise<readonly string[]> {
    return this.#ask(over, (config) => this.#programs.find((each) => each.config === config)?.base);
  }

  async confirmed(): Promise<readonly string[]> {
    return this.#ask(new Map(), () => undefined);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#sources.clear();
  }

  // Which test files reach one of these files through imports.
  reaching(files: readonly string[], tests: readonly string[]): readonly string[] {
    const own = new Set(files.map((file) => `${this.#folder}/${file}`));
    return tests.filter((test) => {
      const path = `${this.#folder}/${test}`;
      return this.#programs.some(({ base }) => {
        const source = base.getSourceFile(path);
        return source !== undefined && base.getAllDependencies(source).some((each) => own.has(each));
      });
    });
  }

  #ask(over: Texts, base: (config: string | undefined) => Builder | undefined): readonly string[] {
    this.#over = new Map([...over].map(([file, text]) => [`${this.#folder}/${file}`, text]));
    try {
      return this.#configs().flatMap(({ config, parsed }) => checked(this.#built(parsed, base(config))).map((each) => this.#described(each)));
    } finally {
      this.#over = new Map();
    }
  }

  #described({ file, code, messageText }: ts.Diagnostic): string {
    const message = this.#ts.flattenDiagnosticMessageText(messageText, ' ').replaceAll(`${this.#folder}/`, '');
    return `${file === undefined ? '' : `${file.fileName.replace(`${this.#folder}/`, '')}: `}TS${code}: ${message}`;
  }

  #configs(): readonly { config: string | undefined; parsed: ts.ParsedCommandLine }[] {
    const host: ts.ParseConfigHost = { ...this.#ts.sys, readDirectory: (...asked) => this.#withOver(this.#ts.sys.readDirectory(...asked), asked[0]) };
    const configs = this.#project.configs.map((config) => {
      const path = join(this.#project.folder, config);
      const read = this.#ts.readConfigFile(path, (each) => this.#ts.sys.readFile(each));
      const parsed = this.#ts.parseJsonConfigFileContent(read.config ?? {}, host, dirname(path), JUDGED, path);
      return { config, parsed: { ...parsed, fileNames: parsed.fileNames.filter((file) => this.#text(file) !== undefined) } };
    });
    const taken = new Set(configs.flatMap(({ parsed }) => parsed.fileNames));
    const [first] = configs;
    const all = this.#ts.sys.readDirectory(this.#folder, ['.ts', '.tsx', '.mts', '.cts'], ['**/node_modules', '**/.venv'], undefined);
    const rest = this.#withOver(all, this.#folder).filter((file) => !taken.has(file) && !file.endsWith('.d.ts') && this.#text(file) !== undefined);
    if (first === undefined || rest.length === 0) return configs;
    const { options, projectReferences: _, ...parsed } = first.parsed;
    const { composite: __, rootDir: ___, declaration: ____, ...loose } = options;
    return [...configs, { config: undefined, parsed: { ...parsed, errors: [], fileNames: rest, options: loose } }];
  }

  // Files of the texts that are not on disk.
  #withOver(files: readonly string[], root: string): string[] {
    const added = [...this.#over].flatMap(([file, text]) =>
      text !== undefined && !files.includes(file) && file.startsWith(root) && /\.[cm]?tsx?$/.test(file) ? [file] : [],
    );
    return [...files, ...added];
  }

  #built({ options, fileNames, errors, projectReferences }: ts.ParsedCommandLine, base?: Builder): Builder {
    const host = this.#ts.createCompilerHost(options, true);
    const files = {
      createHash: hashOf,
      fileExists: (path: string) => (this.#over.has(path) ? this.#over.get(path) !== undefined : this.#ts.sys.fileExists(path)),
      readFile: (path: string) => this.#text(path),
      getSourceFile: (path: string, how: ts.ScriptTarget | ts.CreateSourceFileOptions) => this.#source(path, how),
      // As editors do: a package of the same repository is its sources, not what was built from them.
      useSourceOfProjectReferenceRedirect: () => true,
    };
    return this.#ts.createSemanticDiagnosticsBuilderProgram(fileNames, options, Object.assign(host, files), base, errors, projectReferences);
  }

  #text(path: string): string | undefined {
    return this.#over.has(path) ? this.#over.get(path) : this.#ts.sys.readFile(path);
  }

  #source(path: string, how: ts.ScriptTarget | ts.CreateSourceFileOptions): ts.SourceFile | undefined {
    const key = `${path}\0${JSON.stringify(how)}`;
    const known = this.#sources.get(key);
    // Nothing outside of the project changes while it is judged.
    const isOurs = path.startsWith(`${this.#folder}/`) && !path.includes('/node_modules/');
    if (known !== undefined && !isOurs) return known;
    const text = this.#text(path);
    if (text === undefined) return undefined;
    const version = hashOf(text);
    if (known?.version === version) return known;
    const source = Object.assign(this.#ts.createSourceFile(path, text, how, true), { version });
    // The texts of the base are kept; what a change made is asked for once.
    if (known === undefined && this.#over.size === 0) this.#sources.set(key, source);
    return source;
  }
}

// What libraries declare does not change, and is most of the time.
const JUDGED: ts.CompilerOptions = { noEmit: true, incremental: false, skipLibCheck: true };

// Those since 7 have no such interface.
const USABLE = /^[4-6]\./;

function compilerOf({ folder }: Project): Compiler {
  const path = join(folder, 'node_modules', 'typescript');
  if (!existsSync(path)) return ours;
  const own: Compiler = createRequire(import.meta.url)(path);
  return USABLE.test(own.version) ? own : ours;
}

function hashOf(text: string): string {
  return createHash('sha1').update(text).digest('hex');
}

function checked(builder: Builder): readonly ts.Diagnostic[] {
  while (builder.getSemanticDiagnosticsOfNextAffectedFile() !== undefined);
  const isError = ({ category }: ts.Diagnostic) => category === ours.DiagnosticCategory.Error;
  const all = [
    ...builder.getConfigFileParsingDiagnostics(),
    ...builder.getOptionsDiagnostics(),
    ...builder.getGlobalDiagnostics(),
    ...builder.getSyntacticDiagnostics(),
    ...builder.getSemanticDiagnostics(),
  ];
  return all.filter(isError).filter(({ file }) => file === undefined || !file.fileName.includes('/node_modules/'));
}

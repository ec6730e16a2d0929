// TypeScript 6's language service on a whole project, with nothing of ours around it: the second opinion on renames.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import type { Target } from '../../bareEngine.ts';
import type { Places } from './renamedPlaces.ts';

const PREFERENCES: ts.UserPreferences = { providePrefixAndSuffixTextForRename: true };

export class Typescript6 implements Disposable {
  readonly #folder: string;
  readonly #service: ts.LanguageService;

  // The files are read once: it knows the project as it was when it was asked first.
  constructor(folder: string) {
    const read = ts.readConfigFile(join(folder, 'tsconfig.json'), (path) => readFileSync(path, 'utf8'));
    const { options, fileNames } = ts.parseJsonConfigFileContent(read.config, ts.sys, folder);
    const texts = new Map<string, ts.IScriptSnapshot>();
    this.#folder = folder;
    this.#service = ts.createLanguageService({
      getCompilationSettings: () => options,
      getScriptFileNames: () => fileNames,
      getScriptVersion: () => '1',
      getScriptSnapshot(path) {
        const text = texts.get(path) ?? (ts.sys.fileExists(path) ? ts.ScriptSnapshot.fromString(readFileSync(path, 'utf8')) : undefined);
        if (text !== undefined) texts.set(path, text);
        return text;
      },
      getCurrentDirectory: () => folder,
      getDefaultLibFileName: ts.getDefaultLibFilePath,
      fileExists: ts.sys.fileExists,
      readFile: ts.sys.readFile,
      readDirectory: ts.sys.readDirectory,
      directoryExists: ts.sys.directoryExists,
      getDirectories: ts.sys.getDirectories,
      ...(ts.sys.realpath !== undefined && { realpath: ts.sys.realpath }),
    });
  }

  // Undefined where it says that the symbol cannot be renamed.
  rename(target: Target, newName: string): Places | undefined {
    const path = this.#path(target.file);
    const offset = this.#offset(target);
    if (!this.#service.getRenameInfo(path, offset, PREFERENCES).canRename) return undefined;
    const found = this.#service.findRenameLocations(path, offset, false, false, PREFERENCES) ?? [];
    return new Map(
      found.map(({ fileName, textSpan, prefixText = '', suffixText = '' }) => [this.#place(fileName, textSpan.start), `${prefixText}${newName}${suffixText}`]),
    );
  }

  // Whether the name at each place means, behind all imports and exports that hand it on, what the target means.
  meansSame(target: Target, place: string): boolean {
    const [, file = '', line = '', column = ''] = /^(.*):(\d+):(\d+)$/.exec(place) ?? [];
    const [own, other] = [target, { file, name: '', line: Number(line), column: Number(column) }].map((each) => this.#meaning(each));
    return own !== undefined && other !== undefined && own.some((declaration) => other.includes(declaration));
  }

  [Symbol.dispose](): void {
    this.#service.dispose();
  }

  // Where it is declared; a shorthand property stands for a variable too.
  #meaning(target: Target): readonly ts.Node[] | undefined {
    const program = this.#service.getProgram();
    const source = program?.getSourceFile(this.#path(target.file));
    if (program === undefined || source === undefined) return undefined;
    const checker = program.getTypeChecker();
    const node = nodeAt(source, this.#offset(target));
    const symbols = [
      checker.getSymbolAtLocation(node),
      ...(ts.isShorthandPropertyAssignment(node.parent) ? [checker.getShorthandAssignmentValueSymbol(node.parent)] : []),
      ...(ts.isExportSpecifier(node.parent) ? [checker.getExportSpecifierLocalTargetSymbol(node.parent)] : []),
    ];
    return symbols.flatMap((symbol) => {
      if (symbol === undefined) return [];
      const meant = (symbol.flags & ts.SymbolFlags.Alias) !== 0 ? checker.getAliasedSymbol(symbol) : symbol;
      return meant.declarations ?? [];
    });
  }

  #path(file: string): string {
    return `${this.#folder.replaceAll('\\', '/')}/${file}`;
  }

  #offset({ file, line, column }: Target): number {
    const source = this.#service.getProgram()?.getSourceFile(this.#path(file));
    return source?.getPositionOfLineAndCharacter(line - 1, column - 1) ?? 0;
  }

  #place(path: string, offset: number): string {
    const at = this.#service.getProgram()?.getSourceFile(path)?.getLineAndCharacterOfPosition(offset);
    const file = path.slice(this.#folder.length + 1);
    return `${file}:${(at?.line ?? 0) + 1}:${(at?.character ?? 0) + 1}`;
  }
}

function nodeAt(node: ts.Node, offset: number): ts.Node {
  const child = node.forEachChild((each) => (each.pos <= offset && offset < each.end ? each : undefined));
  return child === undefined ? node : nodeAt(child, offset);
}

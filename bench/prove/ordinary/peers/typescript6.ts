// TypeScript 6's own language service: its renames, extractions, inlined variables and moves, as editors offer them.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import type { Project } from '../corpora/project.ts';
import type { Place } from '../places/place.ts';
import type { Peer } from './peer.ts';

const PREFERENCES: ts.UserPreferences = { providePrefixAndSuffixTextForRename: true, allowTextChangesInNewFiles: true };

interface Configured {
  readonly service: ts.LanguageService;
  readonly files: ReadonlySet<string>;
}

export function typescript6Peer(project: Project): Peer {
  const folder = project.folder.replaceAll('\\', '/');
  const registry = ts.createDocumentRegistry();
  const services = project.configs.map((config) => serviceFor(join(project.folder, config), registry));
  return {
    name: 'TypeScript 6',
    async refactored(place) {
      const path = `${folder}/${place.file}`;
      const owner = services.find(({ files }) => files.has(path));
      if (owner === undefined) return undefined;
      const changes = unlessItFails(() => asked(owner.service, path, place, folder));
      if (changes === undefined || changes.length === 0) return undefined;
      return new Map(
        changes.map(({ fileName, textChanges, isNewFile }) => [
          fileName.replace(`${folder}/`, ''),
          changed(isNewFile === true ? '' : textOf(fileName), textChanges),
        ]),
      );
    },
    async [Symbol.asyncDispose]() {
      for (const { service } of services) service.dispose();
    },
  };
}

// A debug assertion of its own says as much as that it cannot.
function unlessItFails<Result>(ask: () => Result): Result | undefined {
  try {
    return ask();
  } catch {
    return undefined;
  }
}

function asked(service: ts.LanguageService, path: string, place: Place, folder: string): readonly ts.FileTextChanges[] | undefined {
  const source = service.getProgram()?.getSourceFile(path);
  if (source === undefined) return undefined;
  const start = source.getPositionOfLineAndCharacter(place.line - 1, place.column - 1);
  const end = place.endLine === undefined ? start : source.getPositionOfLineAndCharacter(place.endLine - 1, (place.endColumn ?? 1) - 1);
  const at = { service, path, range: { pos: start, end } };
  switch (place.kind) {
    case 'rename':
      return renamed(service, path, start, place.name);
    case 'extract_function':
      return refactored(at, { refactor: 'Extract Symbol', action: /^function_scope_/, name: place.name });
    case 'extract_variable':
      return refactored(at, { refactor: 'Extract Symbol', action: /^constant_scope_0/, name: place.name });
    case 'inline':
      return refactored(at, { refactor: 'Inline variable', action: /./ });
    case 'move':
      return refactored(
        { ...at, range: statementAround(source, start) },
        { refactor: 'Move to file', action: /./, more: { targetFile: `${folder}/${place.to}` } },
      );
    default:
      return undefined;
  }
}

function renamed(service: ts.LanguageService, path: string, offset: number, name: string): readonly ts.FileTextChanges[] | undefined {
  if (!service.getRenameInfo(path, offset, PREFERENCES).canRename) return undefined;
  const byFile = new Map<string, ts.TextChange[]>();
  for (const { fileName, textSpan, prefixText = '', suffixText = '' } of service.findRenameLocations(path, offset, false, false, PREFERENCES) ?? []) {
    const list = byFile.get(fileName) ?? [];
    byFile.set(fileName, list);
    list.push({ span: textSpan, newText: `${prefixText}${name}${suffixText}` });
  }
  return [...byFile].map(([fileName, textChanges]) => ({ fileName, textChanges }));
}

interface Wanted {
  readonly refactor: string;
  readonly action: RegExp;
  // In place of the names that it makes up.
  readonly name?: string;
  readonly more?: ts.InteractiveRefactorArguments;
}

function refactored(
  { service, path, range }: { readonly service: ts.LanguageService; readonly path: string; readonly range: ts.TextRange },
  { refactor, action, name, more }: Wanted,
): readonly ts.FileTextChanges[] | undefined {
  // Functions and constants are offered in two groups of one name.
  const offered = service.getApplicableRefactors(path, range, PREFERENCES, 'invoked', undefined, true).filter((each) => each.name === refactor);
  const chosen = offered.flatMap(({ actions }) => actions).find((each) => action.test(each.name) && each.notApplicableReason === undefined);
  if (chosen === undefined) return undefined;
  const made = service.getEditsForRefactor(path, FORMAT, range, refactor, chosen.name, PREFERENCES, more);
  if (made === undefined || name === undefined) return made?.edits;
  return made.edits.map((edit) => ({
    ...edit,
    textChanges: edit.textChanges.map(({ span, newText }) => ({
      span,
      newText: newText.replaceAll(/\bnew(?:Function|Method|Local|Property)(?:_\d+)?\b/g, name),
    })),
  }));
}

const FORMAT = ts.getDefaultFormatCodeSettings('\n');

function statementAround(source: ts.SourceFile, offset: number): ts.TextRange {
  const statement = source.statements.find((each) => each.pos <= offset && offset < each.end);
  return { pos: statement?.getStart(source) ?? offset, end: statement?.end ?? offset };
}

function changed(text: string, changes: readonly ts.TextChange[]): string {
  return changes
    .toSorted((one, other) => other.span.start - one.span.start)
    .reduce((now, { span, newText }) => now.slice(0, span.start) + newText + now.slice(span.start + span.length), text);
}

function textOf(path: string): string {
  return readFileSync(path, 'utf8');
}

// The files are read once: it is asked only while the project is as it was.
function serviceFor(config: string, registry: ts.DocumentRegistry): Configured {
  const read = ts.readConfigFile(config, (path) => ts.sys.readFile(path));
  const { options, fileNames, projectReferences } = ts.parseJsonConfigFileContent(read.config ?? {}, ts.sys, dirname(config), { noEmit: true }, config);
  const texts = new Map<string, ts.IScriptSnapshot>();
  const host: ts.LanguageServiceHost = {
    // Up to 5 every @types package was taken where a config names none; projects of that time count on it.
    getCompilationSettings: () => ({ ...options, types: options.types ?? ['*'] }),
    getScriptFileNames: () => fileNames,
    getScriptVersion: () => '1',
    getScriptSnapshot(path) {
      const text = texts.get(path) ?? (ts.sys.fileExists(path) ? ts.ScriptSnapshot.fromString(textOf(path)) : undefined);
      if (text !== undefined) texts.set(path, text);
      return text;
    },
    getCurrentDirectory: () => dirname(config),
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
    readDirectory: ts.sys.readDirectory,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
    ...(projectReferences !== undefined && { getProjectReferences: () => projectReferences }),
    ...(ts.sys.realpath !== undefined && { realpath: ts.sys.realpath }),
  };
  Object.assign(host, { useSourceOfProjectReferenceRedirect: () => true });
  return { service: ts.createLanguageService(host, registry), files: new Set(fileNames) };
}

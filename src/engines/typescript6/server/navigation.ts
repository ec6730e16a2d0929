// Where things are declared, implemented and used, in every program that holds the file that was asked about.

import type ts from 'typescript';
import type { DocumentSymbol, Location, SymbolInformation } from 'vscode-languageserver-protocol';
import { locationOf, type NavigationPlace, places } from '../code/places.ts';
import { isComponent, scriptsTree } from '../components/scripts.ts';
import type { TypeScriptProject } from '../projects/project.ts';
import type { Projects } from '../projects/projects.ts';
import { symbolKind } from './symbolKinds.ts';

// More than this no list of symbols needs; the client knows the number.
const MOST_SYMBOLS = 256;

export function definitions(projects: Projects, { path, offset }: NavigationPlace): readonly Location[] {
  const found = projects.of(path).service.getDefinitionAtPosition(path, offset) ?? [];
  return found.map((definition) => locationOf(projects, definition));
}

export function typeDefinitions(projects: Projects, { path, offset }: NavigationPlace): readonly Location[] {
  const found = projects.of(path).service.getTypeDefinitionAtPosition(path, offset) ?? [];
  return found.map((definition) => locationOf(projects, definition));
}

export function implementations(projects: Projects, asked: NavigationPlace): readonly Location[] {
  return everywhere(projects, asked, ({ service }, { path, offset }) => service.getImplementationAtPosition(path, offset) ?? []);
}

export function references(projects: Projects, asked: NavigationPlace): readonly Location[] {
  return everywhere(projects, asked, ({ service }, { path, offset }) => (service.findReferences(path, offset) ?? []).flatMap((symbol) => symbol.references));
}

// A program that does not hold the file of the question may hold the declaration that is meant, so that is asked about there.
function everywhere(
  projects: Projects,
  asked: NavigationPlace,
  find: (project: TypeScriptProject, asked: NavigationPlace) => readonly { readonly fileName: string; readonly textSpan: ts.TextSpan }[],
): readonly Location[] {
  const found = new Map<string, Location>();
  for (const [project, place] of places(projects, asked)) {
    for (const span of find(project, place)) {
      const { fileName, textSpan } = span;
      const key = `${fileName} ${textSpan.start}`;
      if (!found.has(key)) found.set(key, locationOf(projects, span));
    }
  }
  return [...found.values()];
}

export function workspaceSymbols(projects: Projects, query: string): readonly SymbolInformation[] {
  const found = new Map<string, SymbolInformation>();
  for (const { service } of projects.all()) {
    for (const item of service.getNavigateToItems(query, MOST_SYMBOLS, undefined, false, true)) {
      if (item.kind === 'alias' || found.size >= MOST_SYMBOLS) continue;
      const location = locationOf(projects, { fileName: item.fileName, textSpan: nameSpan(projects, item) });
      const key = `${item.name} ${item.fileName} ${item.textSpan.start}`;
      found.set(key, { name: item.name, kind: symbolKind(item.kind), location, ...(item.containerName && { containerName: item.containerName }) });
    }
  }
  return [...found.values()];
}

// TypeScript returns the whole declaration; what is meant is its name.
function nameSpan(projects: Projects, { fileName, textSpan, name }: ts.NavigateToItem): ts.TextSpan {
  const text = projects.texts.read(fileName)?.slice(textSpan.start, textSpan.start + textSpan.length) ?? '';
  const at = new RegExp(`(?<![\\p{ID_Continue}$])${name.replace(/[^\p{ID_Continue}]/gu, '\\$&')}(?![\\p{ID_Continue}$])`, 'u').exec(text)?.index;
  return at === undefined ? textSpan : { start: textSpan.start + at, length: name.length };
}

export function documentSymbols(projects: Projects, path: string): readonly DocumentSymbol[] {
  const tree = isComponent(path) ? scriptsTree(projects.texts.read(path) ?? '') : projects.of(path).service.getNavigationTree(path);
  return inOrder((tree.childItems ?? []).flatMap((item) => symbolsIn(projects, path, item)));
}

// As they are written; TypeScript sorts them by name.
function inOrder(symbols: readonly DocumentSymbol[]): DocumentSymbol[] {
  return [...symbols].sort(({ range: { start: a } }, { range: { start: b } }) => a.line - b.line || a.character - b.character);
}

// One entry for each place where a merged declaration stands. Names that a file imports are declared elsewhere.
function symbolsIn(projects: Projects, path: string, item: ts.NavigationTree): readonly DocumentSymbol[] {
  if (item.kind === 'alias') return [];
  const lines = projects.texts.lines(path);
  return item.spans.map((span) => {
    const inside = (item.childItems ?? []).filter((child) => child.spans.some((own) => own.start >= span.start && own.start < span.start + span.length));
    const name = item.nameSpan !== undefined && item.nameSpan.start >= span.start && item.nameSpan.start < span.start + span.length ? item.nameSpan : span;
    return {
      name: item.text,
      kind: symbolKind(item.kind),
      range: lines.rangeOf(span),
      selectionRange: lines.rangeOf(name),
      children: inOrder(inside.flatMap((child) => symbolsIn(projects, path, child))),
    };
  });
}

// Places that a client asks about and that it is answered with, in the program that they belong to.

import type ts from 'typescript';
import type { Location } from 'vscode-languageserver-protocol';
import { pathOfUri, uriOfPath } from '../projects/paths.ts';
import type { TypeScriptProject } from '../projects/project.ts';
import type { Projects } from '../projects/projects.ts';
import type { PlaceParameters } from './parameters.ts';

export interface NavigationPlace {
  readonly path: string;
  readonly offset: number;
}

export function askedAt(projects: Projects, { textDocument, position }: PlaceParameters): NavigationPlace {
  const path = pathOfUri(textDocument.uri);
  return { path, offset: projects.texts.lines(path).offsetAt(position) };
}

export function locationOf(projects: Projects, span: { readonly fileName: string; readonly textSpan: ts.TextSpan }): Location {
  return { uri: uriOfPath(span.fileName), range: projects.texts.lines(span.fileName).rangeOf(span.textSpan) };
}

// Where to ask each loaded program about what is at a place: there, or at a declaration of it.
export function places(projects: Projects, asked: NavigationPlace): readonly (readonly [TypeScriptProject, NavigationPlace])[] {
  const own = projects.of(asked.path);
  const others = projects.all().filter((project) => project !== own);
  if (others.length === 0) return [[own, asked]];
  const declared = (own.service.getDefinitionAtPosition(asked.path, asked.offset) ?? []).map(({ fileName, textSpan }) => ({
    path: fileName,
    offset: textSpan.start,
  }));
  return [own, ...others].flatMap((project) => {
    const place = [asked, ...declared].find(({ path }) => project.contains(path));
    return place === undefined ? [] : [[project, place] as const];
  });
}

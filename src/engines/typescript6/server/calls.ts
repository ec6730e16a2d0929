// Who calls a function and whom it calls.

import type ts from 'typescript';
import type { CallHierarchyIncomingCall, CallHierarchyItem, CallHierarchyOutgoingCall } from 'vscode-languageserver-protocol';
import { type NavigationPlace, places } from '../code/places.ts';
import { uriOfPath } from '../projects/paths.ts';
import type { Projects } from '../projects/projects.ts';
import { symbolKind } from './symbolKinds.ts';

export function preparedCalls(projects: Projects, { path, offset }: NavigationPlace): readonly CallHierarchyItem[] {
  const found = projects.of(path).service.prepareCallHierarchy(path, offset) ?? [];
  return (Array.isArray(found) ? found : [found]).map((item: ts.CallHierarchyItem) => itemOf(projects, item));
}

// Calls may stand in any program that knows the function.
export function incomingCalls(projects: Projects, asked: NavigationPlace): readonly CallHierarchyIncomingCall[] {
  const found = new Map<string, CallHierarchyIncomingCall>();
  for (const [{ service }, { path, offset }] of places(projects, asked)) {
    for (const { from, fromSpans } of service.provideCallHierarchyIncomingCalls(path, offset)) {
      const lines = projects.texts.lines(from.file);
      const key = `${from.file} ${from.selectionSpan.start}`;
      if (!found.has(key)) found.set(key, { from: itemOf(projects, from), fromRanges: fromSpans.map((span) => lines.rangeOf(span)) });
    }
  }
  return [...found.values()];
}

export function outgoingCalls(projects: Projects, { path, offset }: NavigationPlace): readonly CallHierarchyOutgoingCall[] {
  const lines = projects.texts.lines(path);
  return projects
    .of(path)
    .service.provideCallHierarchyOutgoingCalls(path, offset)
    .map(({ to, fromSpans }) => ({ to: itemOf(projects, to), fromRanges: fromSpans.map((span) => lines.rangeOf(span)) }));
}

function itemOf(projects: Projects, item: ts.CallHierarchyItem): CallHierarchyItem {
  const lines = projects.texts.lines(item.file);
  return {
    name: item.name,
    kind: symbolKind(item.kind),
    ...(item.containerName && { detail: item.containerName }),
    uri: uriOfPath(item.file),
    range: lines.rangeOf(item.span),
    selectionRange: lines.rangeOf(item.selectionSpan),
  };
}

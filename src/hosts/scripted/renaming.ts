// What another name changes in a scripted project: every use, and a collision where a file that is changed declares the new name; every import of a file.
import { posix } from 'node:path';
import { groupBy } from '../../base/groupBy.ts';
import type { Place } from '../../ide/doors/languages.ts';
import { cannotRename } from '../../ide/errors/editErrors.ts';
import type { Renaming } from '../../ide/renaming.ts';
import type { TextSnapshot } from '../../ide/text.ts';
import type { WorkspaceEdit } from '../../ide/workspaceEdit.ts';
import type { SymbolTable } from './symbolTable.ts';

export function renamingIn(table: SymbolTable, at: Place, newName: string): Renaming {
  const uses = table.references(at, true);
  if (table.definitions(at).length === 0) throw cannotRename(table.identifierAt(at)?.name ?? 'this place', 'nothing in the project declares it.');
  const byFile = groupBy(uses, ({ uri }) => uri);
  return {
    edit: {
      operations: [...byFile].map(([uri, places]) => ({ kind: 'edit', uri, edits: places.map(({ range }) => ({ range, newText: newName })) })),
    },
    collisions: table.symbols(newName).flatMap(({ name, location }) => (name === newName && byFile.has(location.uri) ? [location] : [])),
  };
}

// Imports that name a file with its extension, relative to their own.
export function movingIn(snapshots: readonly TextSnapshot[], from: string, to: string): WorkspaceEdit {
  return {
    operations: snapshots.flatMap((snapshot) => {
      const edits = [...snapshot.text.matchAll(/from '(\.[^']*)'/g)].flatMap(({ index, 1: specifier = '' }) => {
        const start = index + "from '".length;
        const target = posix.join(posix.dirname(snapshot.uri), specifier).replace(':/', ':///');
        if (target !== from) return [];
        const path = posix.relative(posix.dirname(snapshot.uri), to);
        const range = { start: snapshot.positionAt(start), end: snapshot.positionAt(start + specifier.length) };
        return [{ range, newText: path.startsWith('.') ? path : `./${path}` }];
      });
      return edits.length === 0 ? [] : [{ kind: 'edit' as const, uri: snapshot.uri, edits }];
    }),
  };
}

// Moves what a class declares: a nested class to a file of its own, a static member to the class that another file is named after.
import { posix } from 'node:path';
import type { OutlineSymbol } from '../../../../../ide/doors/languages.ts';
import type { Refactored, Refactoring } from '../../../../../ide/refactorings.ts';
import { compare, type Position } from '../../../../../ide/text.ts';
import { locationsOf } from '../../engine/answers.ts';
import { textOrNothing } from '../../engine/documents/sourceText.ts';
import type { Building } from '../../engine/language/building.ts';
import { RefusedRefactoring } from '../../refactorings/refused.ts';
import { operationsFor } from '../../refactorings/serverActions.ts';
import { packageIn } from '../sourceFolders.ts';
import { madeFrom, questionAt } from './serverRefactorings.ts';

const TYPES: ReadonlySet<string> = new Set(['class', 'interface', 'enum', 'struct']);

export async function movedSymbol({ engine, signal }: Building, { uri, position, to }: Extract<Refactoring, { kind: 'move' }>): Promise<Refactored> {
  const { value } = await engine.run(signal, async (session) => {
    await session.documents.open(uri, signal);
    const [declared] = locationsOf(await session.request('textDocument/definition', { textDocument: { uri }, position }, signal));
    if (declared === undefined || !declared.uri.startsWith(`${session.project.rootUri}/`)) throw new RefusedRefactoring('it is not declared in the project.');
    if (!to.endsWith('.java')) throw new RefusedRefactoring(`${posix.basename(to)} is no file of Java.`);
    if (to === declared.uri) throw new RefusedRefactoring('it is in that file already.');
    await session.documents.open(declared.uri, signal);
    const path = pathTo(await session.outline(declared.uri, signal), declared.range.start);
    const symbol = path.at(-1);
    if (symbol === undefined) throw new RefusedRefactoring('what stands there is declared in a method.');
    const name = symbol.name.replace(/\(.*$/s, '');
    const target = await textOrNothing(session, to, signal);
    const params = questionAt(declared.uri, declared.range);
    if (target === undefined) {
      if (path.filter(({ kind }) => TYPES.has(kind)).length < 2 || !TYPES.has(symbol.kind))
        throw new RefusedRefactoring(`only a nested class can go to a new file. A class that has a file of its own moves with it: rename_file.`);
      if (posix.dirname(to) !== posix.dirname(declared.uri) || posix.basename(to) !== `${name}.java`)
        throw new RefusedRefactoring(
          `its file must be ${name}.java beside ${posix.basename(declared.uri)}; rename_file moves that to another package afterwards.`,
        );
      const asked = { moveKind: 'moveTypeToNewFile', sourceUris: [declared.uri], params, updateReferences: true };
      const made = await madeFrom(session, await session.request('java/move', asked, signal), signal);
      return operationsFor(session, made.texts, new Set([to]), signal);
    }
    if (path.filter(({ kind }) => TYPES.has(kind)).length === 1 && TYPES.has(symbol.kind))
      throw new RefusedRefactoring(`${posix.basename(to)} exists, and a class of its own file is not put into another; rename_file moves the file.`);
    const destination = [packageIn(target.text), posix.basename(to, '.java')].filter((part) => part !== undefined).join('.');
    const moveKind = TYPES.has(symbol.kind) ? 'moveTypeToClass' : 'moveStaticMember';
    const asked = { moveKind, sourceUris: [declared.uri], params, destination, updateReferences: true };
    const made = await madeFrom(session, await session.request('java/move', asked, signal), signal);
    return operationsFor(session, made.texts, new Set(), signal);
  });
  return { edit: { operations: value }, notes: [] };
}

// From the outermost declaration to the one whose name begins there.
function pathTo(outline: readonly OutlineSymbol[], at: Position): readonly OutlineSymbol[] {
  for (const symbol of outline) {
    if (compare(symbol.selection.start, at) === 0) return [symbol];
    const inner = pathTo(symbol.children, at);
    if (inner.length > 0) return [symbol, ...inner];
  }
  return [];
}

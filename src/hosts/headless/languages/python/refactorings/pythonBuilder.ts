// The refactorings of Python: basedpyright says what names mean in other files, our own parser everything else.
import type { Refactored, Refactoring } from '../../../../../ide/refactorings.ts';
import { TextSnapshot } from '../../../../../ide/text.ts';
import { locationsOf } from '../../engine/answers.ts';
import type { EngineSession } from '../../engine/engineSession.ts';
import type { Building } from '../../engine/language/building.ts';
import { RefusedRefactoring } from '../../refactorings/refused.ts';
import { extractFunction } from './extract/extractFunction.ts';
import { extractVariable, functionScope, selectedExpression } from './extract/extractVariable.ts';
import { evaluatedBefore } from './inline/effects.ts';
import { inlined } from './inline/inlining.ts';
import { learnCalls } from './inline/knownCalls.ts';
import { fileName } from './move/moduleNames.ts';
import { move } from './move/move.ts';
import type { PythonModule } from './syntax/pythonModule.ts';
import { knowsAssignmentExpressions } from './syntax/pythonVersion.ts';
import { declarationOf, editOf, moduleOf, moduleOrNothing } from './syntax/sources.ts';
import { type Node, statementOf } from './syntax/syntax.ts';

type Wanted<Kind extends Refactoring['kind']> = Extract<Refactoring, { kind: Kind }>;

export async function buildPython(building: Building): Promise<Refactored> {
  const { wanted, engine, signal } = building;
  switch (wanted.kind) {
    case 'extractFunction':
      return extractedFunction(building, wanted);
    case 'extractVariable': {
      const { value } = await engine.run(signal, async (session) => {
        const module = await moduleOf(session, wanted.uri, signal);
        await learnCalls(session, module, partsAround(module, wanted), signal);
        const { edits, notes } = extractVariable(module, wanted, await knowsAssignmentExpressions(session, signal));
        return { ...editOf(module, edits), notes };
      });
      return value;
    }
    case 'inline': {
      const { value } = await engine.run(signal, (session) => inlined(session, wanted, building));
      return value;
    }
    case 'move': {
      const { value } = await engine.run(signal, (session) => moved(session, wanted, building));
      return value;
    }
    default:
      throw new TypeError(`${wanted.kind} is not built for Python`);
  }
}

// What decides whether the expression may be evaluated before its statement, or once for all places.
function partsAround(module: PythonModule, { range, allOccurrences }: Wanted<'extractVariable'>): readonly Node[] {
  const selected = selectedExpression(module, module.span(range));
  if (allOccurrences) return [selected, functionScope(module.scopes.around(selected)).node];
  return [selected, ...evaluatedBefore(selected, statementOf(selected))];
}

async function extractedFunction({ engine, signal }: Building, wanted: Wanted<'extractFunction'>): Promise<Refactored> {
  const { value: made } = await engine.run(signal, async (session) => {
    const module = await moduleOf(session, wanted.uri, signal);
    return { module, ...extractFunction(module, wanted) };
  });
  const { module, edits, member } = made;
  if (member !== undefined) {
    // Asked as if `self.name` stood there already: the class, or one above it, may have that name.
    const probe = `${member.receiver}.${wanted.name}`;
    const text = `${module.text.slice(0, member.at)}${probe}; ${module.text.slice(member.at)}`;
    const position = new TextSnapshot({ uri: wanted.uri, text, version: 0, languageId: 'python' }).positionAt(member.at + probe.length - 1);
    const { value: taken } = await engine.runWith(new Map([[wanted.uri, text]]), signal, async (session) =>
      locationsOf(await session.request('textDocument/definition', { textDocument: { uri: wanted.uri }, position }, signal)),
    );
    const [first] = taken;
    if (first !== undefined) throw new RefusedRefactoring(`the class already has ${wanted.name}: ${fileName(first.uri)}, line ${first.range.start.line + 1}.`);
  }
  return editOf(module, edits);
}

async function moved(session: EngineSession, wanted: Wanted<'move'>, { uses, signal }: Building): Promise<Refactored> {
  const { documents, rootUri } = session.project;
  const declared = await declarationOf(session, wanted, signal);
  const source = await moduleOf(session, declared.uri, signal);
  const name = source.nameAt(source.snapshot.offsetAt(declared.range.start));
  if (name === undefined) throw new RefusedRefactoring('what is declared there has no name of its own.');
  const files = (await documents.list({}, signal)).map(({ uri }) => uri).filter((uri) => /\.pyi?$/.test(uri));
  const places = new Map<string, number[]>();
  for (const { uri, range } of uses) {
    const snapshot = await documents.read(uri, signal);
    places.set(uri, [...(places.get(uri) ?? []), snapshot.offsetAt(range.start)]);
  }
  const [, folder = '', base = ''] = /([^/]*)\/([^/]*)\.py$/.exec(declared.uri) ?? [];
  const neighbours = [...(await documents.filesWithWord(base === '__init__' ? folder : base, signal))].filter((uri) => uri.endsWith('.py'));
  const known = new Map<string, PythonModule | undefined>([[declared.uri, source]]);
  const read = async (uri: string) => {
    if (!known.has(uri)) known.set(uri, await moduleOrNothing(session, uri, signal));
    return known.get(uri);
  };
  const { operations, notes } = await move({ source, name, to: wanted.to, rootUri, files, uses: places, neighbours, read });
  return { edit: { operations }, notes };
}

// A constant of C or C++ becomes its value wherever it is named, if the value is one and means the same there.
import type { Refactored, Refactoring } from '../../../../../ide/refactorings.ts';
import { compare, type Location, type Position, type TextSnapshot } from '../../../../../ide/text.ts';
import { editedText, type TextEdit } from '../../../../../ide/workspaceEdit.ts';
import { locationsOf } from '../../engine/answers.ts';
import type { EngineSession } from '../../engine/engineSession.ts';
import type { Building } from '../../engine/language/building.ts';
import { RefusedRefactoring, unusedRefusal } from '../../refactorings/refused.ts';
import { type FileTexts, operationsFor } from '../../refactorings/serverActions.ts';

interface Constant {
  readonly uri: string;
  readonly name: string;
  readonly at: Position;
  readonly type: string;
  readonly value: string;
  // Where the value stands.
  readonly valueAt: number;
  readonly snapshot: TextSnapshot;
}

const LITERALS: readonly (readonly [type: RegExp, literal: RegExp])[] = [
  [/^int$/, /^(?:0|[1-9]\d{0,8})$/],
  [/^bool$/, /^(?:true|false)$/],
  [/^double$/, /^\d+\.\d*(?:e[+-]?\d+)?$/i],
  [/^char$/, /^'(?:[^'\\]|\\.)'$/],
];

export async function inlinedCpp(building: Building, wanted: Extract<Refactoring, { kind: 'inline' }>): Promise<Refactored> {
  const { engine, signal } = building;
  const { value: made } = await engine.run(signal, async (session) => {
    const constant = await constantAt(session, wanted, signal);
    await checkValue(session, constant, signal);
    const uses: Location[] = [];
    for (const use of building.uses) if (await isUse(session, constant, use, signal)) uses.push(use);
    if (uses.length === 0) throw unusedRefusal(constant.name, building.gap);
    return { constant, texts: await replaced(session, constant, uses, signal) };
  });
  const { value: operations } = await engine.run(signal, (session) => operationsFor(session, made.texts, new Set(), signal));
  return { edit: { operations }, notes: [] };
}

// clangd takes constants of the same name in files of the same name for one.
async function isUse(session: EngineSession, constant: Constant, { uri, range }: Location, signal: AbortSignal): Promise<boolean> {
  if (uri === constant.uri) return compare(range.start, constant.at) !== 0;
  await session.documents.open(uri, signal);
  const [declared] = locationsOf(await session.request('textDocument/definition', { textDocument: { uri }, position: range.start }, signal));
  return declared?.uri === constant.uri && compare(declared.range.start, constant.at) === 0;
}

async function constantAt(session: EngineSession, { uri, position }: { uri: string; position: Position }, signal: AbortSignal): Promise<Constant> {
  await session.documents.open(uri, signal);
  const [found] = locationsOf(await session.request('textDocument/definition', { textDocument: { uri }, position }, signal));
  if (found === undefined || !found.uri.startsWith(`${session.project.rootUri}/`)) throw new RefusedRefactoring('it is not declared in the project.');
  const snapshot = await session.project.documents.read(found.uri, signal);
  const line = snapshot.line(found.range.start.line) ?? '';
  const [name = ''] = /^\w+/.exec(line.slice(found.range.start.character)) ?? [];
  const declaration = new RegExp(
    `^\\s*((?:(?:static|inline|constexpr|const)\\s+)*)([\\w:<>]+(?:\\s+(?:long|int|char|short|double|const))*)\\s+${name}\\s*(?:=\\s*(.*?)|\\{(.*?)\\})\\s*;\\s*(?://.*)?$`,
  );
  const [, words = '', type = '', assigned, braced] = declaration.exec(line) ?? [];
  const value = assigned ?? braced ?? '';
  const where = `line ${found.range.start.line + 1}`;
  if (value === '') throw new RefusedRefactoring(`${where} is not the declaration of one variable with its value, in a line of its own.`);
  if (!/\bconst(?:expr)?\b/.test(`${words} ${type}`)) throw new RefusedRefactoring(`${where}: ${name} is not const, so it may be given another value.`);
  const valueAt = snapshot.offsetAt({ line: found.range.start.line, character: 0 }) + line.indexOf(value, found.range.start.character + name.length);
  return { uri: found.uri, name, at: found.range.start, type: type.replace(/\s*\bconst\b\s*/g, ' ').trim(), value, valueAt, snapshot };
}

// Literals and operators, and names of other constants.
async function checkValue(session: EngineSession, { value, valueAt, snapshot, uri, name }: Constant, signal: AbortSignal): Promise<void> {
  const where = `line ${snapshot.positionAt(valueAt).line + 1}`;
  const plain = value.replace(/'(?:[^'\\]|\\.)'/g, '0');
  const isComputed = /^[\s\w.+\-*/%()<>|&^~!:]*$/.test(plain) && !/[A-Za-z_]\w*\s*\(|\+\+|--|->|(?:^|[(+\-*/%<>|&^~!])\s*[&*]\s*[A-Za-z_]/.test(plain);
  if (!isComputed) throw new RefusedRefactoring(`${where}: ${value} does more than compute with constants.`);
  for (const { index, 0: word } of plain.matchAll(/(?<![\w.'])[A-Za-z_]\w*/g)) {
    if (/^(?:true|false|nullptr)$/.test(word)) continue;
    const position = snapshot.positionAt(valueAt + index);
    const [declared] = locationsOf(await session.request('textDocument/definition', { textDocument: { uri }, position }, signal));
    const line = declared === undefined ? '' : await lineOf(session, declared, signal);
    const isConstant = /\bconst(?:expr)?\b/.test(line) && !/[&*]/.test(line.slice(0, line.indexOf(word))) && /[={]/.test(line);
    if (!isConstant) throw new RefusedRefactoring(`${where}: ${word} in the value of ${name} is no constant.`);
    if (declared?.uri !== uri) throw new RefusedRefactoring(`${where}: ${word} in the value of ${name} is declared elsewhere.`);
  }
}

async function lineOf(session: EngineSession, { uri, range }: Location, signal: AbortSignal): Promise<string> {
  if (!uri.startsWith(`${session.project.rootUri}/`)) return '';
  return (await session.project.documents.read(uri, signal)).line(range.start.line) ?? '';
}

async function replaced(session: EngineSession, constant: Constant, uses: readonly Location[], signal: AbortSignal): Promise<FileTexts> {
  const text = valueText(constant);
  const names = [...constant.value.matchAll(/(?<![\w.'])[A-Za-z_]\w*/g)].map(([word]) => word);
  const edits = new Map<string, TextEdit[]>();
  for (const { uri, range } of uses) {
    const snapshot = await session.project.documents.read(uri, signal);
    const line = snapshot.line(range.start.line) ?? '';
    const before = line.slice(0, range.start.character);
    const after = line.slice(range.end.character);
    const where = `line ${range.start.line + 1} of ${uri.split('/').at(-1) ?? ''}`;
    // clangd returns the name of the macro, which may stand for more than the constant.
    if (snapshot.textIn(range) !== constant.name) throw new RefusedRefactoring(`${where} uses a macro that names it.`);
    if (/(?<![&\w)\]])\s*&\s*$/.test(before) && !/&&\s*$/.test(before)) throw new RefusedRefactoring(`${where} takes its address.`);
    if (/\[[^\]]*$/.test(before) && /^[^[]*\]\s*(?:\(|\{|mutable)/.test(after) && !/\w\s*\[[^\]]*$/.test(before))
      throw new RefusedRefactoring(`${where} captures it in a lambda.`);
    if (names.length > 0 && (uri !== constant.uri || (await isShadowed(session, constant, names, { uri, range }, signal))))
      throw new RefusedRefactoring(`what its value names may mean something else on ${where}.`);
    const [qualifier = ''] = /(?:\w+::)+$/.exec(before) ?? [];
    const start = { line: range.start.line, character: range.start.character - qualifier.length };
    edits.set(uri, [...(edits.get(uri) ?? []), { range: { start, end: range.end }, newText: text }]);
  }
  const line = constant.at.line;
  const gone = { range: { start: { line, character: 0 }, end: { line: line + 1, character: 0 } }, newText: '' };
  edits.set(constant.uri, [...(edits.get(constant.uri) ?? []), gone]);
  const texts = new Map<string, string>();
  for (const [uri, made] of edits) texts.set(uri, editedText(await session.project.documents.read(uri, signal), made));
  return texts;
}

// Another declaration of the same name between the two.
async function isShadowed(session: EngineSession, constant: Constant, names: readonly string[], use: Location, signal: AbortSignal): Promise<boolean> {
  const text = (await session.project.documents.read(use.uri, signal)).textIn({ start: { line: constant.at.line + 1, character: 0 }, end: use.range.start });
  return names.some((name) => new RegExp(`\\b[\\w>&*:]+[\\s&*]+${name}\\s*[={;,)(]`).test(text));
}

// As the type has it: a value of another type would be computed with differently.
function valueText({ type, value, uri }: Constant): string {
  const isAtomic = /^(?:[\w.]+|'(?:[^'\\]|\\.)')$/.test(value);
  if (type === 'auto') return isAtomic ? value : `(${value})`;
  if (LITERALS.some(([wanted, literal]) => wanted.test(type) && literal.test(value))) return value;
  return uri.endsWith('.c') ? `((${type})(${value}))` : `static_cast<${type}>(${value})`;
}

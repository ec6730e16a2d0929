// Other parameters for a function of Python, Go, C or C++, where every use of it is a plain call: built from the engine's references and the parser.

import { groupBy } from '../../../../base/groupBy.ts';
import { relaid, type WantedElement } from '../../../../base/text/elementLists.ts';
import { matchedParameters, type ParameterChange, type Slot } from '../../../../base/text/parameterLists.ts';
import type { Span } from '../../../../base/text/rewrites.ts';
import { type Rewrite, rewritten } from '../../../../base/text/rewrites.ts';
import { type Answer, complete, incomplete } from '../../../../ide/answer.ts';
import { refactoringRefused } from '../../../../ide/errors/editErrors.ts';
import type { Refactored, Refactoring, RefactoringConflict } from '../../../../ide/refactorings.ts';
import type { SignatureLanguage } from '../../../../machine/syntax/signatureRules.ts';

import type { PlainCalled, PlainDeclared, PlainFamily, PlainParameter, SignatureFile, SignatureQuestions } from '../engine/language/signatureStyle.ts';
import { type PythonSide, positionalCall, pythonCall } from './plainCalls.ts';
import { plainFamily, rangeOf, WHAT } from './plainFamilies.ts';
import { orderProblem, writtenParameter } from './plainParameters.ts';

interface Reference {
  readonly own: PlainDeclared;
  readonly change: ParameterChange;
}

interface FileRewrite {
  readonly uri: string;
  readonly rewrite: Rewrite;
}

export async function plainSignatureChanged(room: SignatureQuestions, wanted: Extract<Refactoring, { kind: 'changeSignature' }>): Promise<Answer<Refactored>> {
  const constructed = await room.constructorFamily?.(room, wanted);
  const family = constructed ?? (await plainFamily(room, wanted));
  const reference = referenceOf(room.language, family, wanted);
  const home = family.declared.find(({ definition }) => !definition.hasBody) ?? reference.own;
  const lists = family.declared.map((declared) => listRewrite(room.language, declared, reference, declared === home));
  const names: FileRewrite[] = [];
  const conflicts: RefactoringConflict[] = reference.change.moves ? [...family.values] : [];
  for (const declared of family.declared) {
    names.push(...(await renamed(room, declared, reference)));
    conflicts.push(...decorated(declared, reference.change), ...(await missed(room, declared, family, reference.change)));
    if (room.isNameless !== undefined && reference.change.moves) conflicts.push(...nameless(declared, room.isNameless));
    await mustBeFree(room, declared, reference);
  }
  const calls = family.calls.map((called) => changedCall(room.language, called, reference));
  conflicts.push(...calls.flatMap((call) => call.conflicts));
  const edit = { operations: await operations(room, [...lists.flat(), ...calls.flatMap(({ rewrites }) => rewrites), ...names]) };
  if (edit.operations.length === 0 && conflicts.length === 0) throw refactoringRefused(WHAT, 'these are its parameters already.');
  const made = { edit, notes: family.declared.length > 1 ? [`${family.declared.length} declarations changed together.`] : [], conflicts };
  return family.gaps.length === 0 ? complete(made) : incomplete(made, family.gaps.join(' '));
}

// The list at which the agent points or, from a use, the one of the function itself.
function referenceOf(
  language: SignatureLanguage,
  family: PlainFamily,
  { uri, position, parameters }: Extract<Refactoring, { kind: 'changeSignature' }>,
): Reference {
  const isPointed = ({ file, definition }: PlainDeclared) => {
    const at = file.uri === uri ? file.snapshot.offsetAt(position) : -1;
    return at >= definition.name.start && at <= definition.name.end;
  };
  const own = family.declared.find(isPointed) ?? family.declared.find(({ definition }) => definition.hasBody) ?? family.declared[0];
  if (own === undefined) throw refactoringRefused(WHAT, 'it is no function whose parameters are written in the project.');
  const old = own.parameters;
  const given = parameters.filter(({ name: one }, index) => !(index === 0 && own.implicit > 0 && /^(?:self|cls)$/.test(one)));
  const change = matchedParameters(
    old.map((parameter) => parameter.name),
    given.map((one) => ({ ...one, name: withoutStars(one.name, old), ...(one.from !== undefined && { from: withoutStars(one.from, old) }) })),
  );
  if ('problem' in change) throw refactoringRefused(WHAT, change.problem);
  for (const slot of change.slots) mustBeWritable(language, slot, slot.old === undefined ? undefined : old[slot.old]);
  const lost = old.find(({ kind }, index) => kind === 'separator' && change.removed.includes(index));
  if (lost !== undefined) throw refactoringRefused(WHAT, `the list has a ${lost.name}: put { "name": "${lost.name}" } where it shall stand.`);
  const kinds = change.slots.map((slot) => kindOf(slot, slot.old === undefined ? undefined : old[slot.old]));
  const problem = orderProblem(language, kinds);
  if (problem !== undefined) throw refactoringRefused(WHAT, problem);
  const slots = change.slots.map((slot) => ({ ...slot, ...gapOf(language, slot, old) }));
  return { own, change: { ...change, slots } };
}

function nameless({ file, definition: { name } }: PlainDeclared, isNameless: (text: string, at: number) => boolean): readonly RefactoringConflict[] {
  if (!isNameless(file.snapshot.text, name.start)) return [];
  return [{ uri: file.uri, range: rangeOf(file, name), why: 'its interface has no name, so another that is written alike would no longer be the same' }];
}

// In C++ a default that is left out before others is written out.
function gapOf(language: SignatureLanguage, { old }: Slot, parameters: readonly PlainParameter[]): { gap?: string } {
  const initial = language === 'cpp' && old !== undefined ? parameters[old]?.default : undefined;
  return initial === undefined ? {} : { gap: initial };
}

function kindOf(slot: Slot, own: PlainParameter | undefined) {
  const hasDefault = slot.default === undefined ? own?.default !== undefined : slot.default !== '';
  return { name: slot.name, kind: own?.kind ?? ('plain' as const), hasDefault };
}

function withoutStars(name: string, old: readonly PlainParameter[]): string {
  const bare = name.replace(/^(?:\*{1,2}|\.\.\.)\s*/, '');
  return old.some((parameter) => parameter.name === bare && parameter.kind !== 'plain' && parameter.kind !== 'separator') ? bare : name;
}

function mustBeWritable(language: SignatureLanguage, slot: Slot, own: PlainParameter | undefined): void {
  if (own?.kind === 'separator') return;
  if (!/^[\p{ID_Start}_][\p{ID_Continue}]*$/u.test(slot.name) || (slot.isOptional && own === undefined))
    throw refactoringRefused(
      WHAT,
      `this is no parameter that could be added here: ${slot.isOptional ? `${slot.name}?` : slot.name}. Edit the declaration by hand.`,
    );
  if (language === 'go' && slot.default) throw refactoringRefused(WHAT, 'parameters of Go have no defaults; pass value.');
  if (language !== 'python' && own === undefined && !slot.type) throw refactoringRefused(WHAT, `the new parameter ${slot.name} needs a type.`);
  for (const piece of [slot.value, slot.default, slot.type]) {
    const plain = piece?.replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`/g, 'x').replace(/<[^<>]*>/g, '') ?? '';
    let inner = plain;
    for (let before = ''; before !== inner; ) {
      before = inner;
      inner = inner.replace(/\([^()]*\)|\[[^[\]]*\]|\{[^{}]*\}/g, 'x');
    }
    if (/[,()[\]{}#;\r\n]/.test(inner)) throw refactoringRefused(WHAT, `this cannot be one part of a list: ${piece}`);
  }
}

function listRewrite(language: SignatureLanguage, declared: PlainDeclared, { own: reference, change }: Reference, isHome: boolean): readonly FileRewrite[] {
  const { file, definition, parameters, implicit } = declared;
  const isUnnamed = language !== 'python' && parameters.length > 0 && parameters.every(({ name }) => name === '');
  const isShared = language === 'go';
  const kept = change.slots.filter(({ old }) => old === undefined || old < parameters.length);
  if (kept.length < change.slots.length) throw refactoringRefused(WHAT, `${lineOf(declared)} has fewer parameters.`);
  const wanted = kept.map((slot): WantedElement => {
    const mine = slot.old === undefined ? undefined : parameters[slot.old];
    const theirs = slot.old === undefined ? undefined : reference.parameters[slot.old];
    const isRenamed = mine !== undefined && mine.name === theirs?.name && mine.name !== slot.name;
    const isTyped = slot.type !== undefined && slot.type !== '' && mine?.type === theirs?.type;
    const isDefaulted = slot.default !== undefined && (isHome || language === 'python');
    const isSame = mine !== undefined && !isRenamed && !isTyped && !isDefaulted;
    if (isSame && !isShared) return mine.piece;
    const name = mine === undefined || isRenamed ? slot.name : mine.name;
    const hasDefault = isHome || mine?.default !== undefined;
    const { type: _, ...rest } = slot;
    return writtenParameter(language, { ...rest, name, ...(isTyped || mine === undefined ? { type: slot.type } : {}) }, { own: mine, isUnnamed, hasDefault });
  });
  const extra = parameters.slice(change.oldCount).map(({ piece, name, type }) => (isShared ? `${name} ${type}`.trim() : piece));
  const all = [...definition.parameters.slice(0, implicit).map((_, index) => index), ...wanted, ...extra];
  const isSame = isShared
    ? !change.moves && change.slots.every(({ old, name, type }) => !type && (old === undefined || reference.parameters[old]?.name === name))
    : all.length === definition.parameters.length && all.every((element, index) => element === index);
  return isSame ? [] : [rewriteOf(language, file, definition.list, definition.parameters, all)];
}

function rewriteOf(
  language: SignatureLanguage,
  { uri, snapshot }: SignatureFile,
  list: Span,
  elements: readonly Span[],
  wanted: readonly WantedElement[],
): FileRewrite {
  const lineComment = language === 'python' ? ('#' as const) : ('//' as const);
  const whole = { text: snapshot.text, open: list.start, close: list.end, elements, lineComment };
  return { uri, rewrite: { start: list.start, end: list.end, text: (inner) => relaid(whole, wanted, inner) } };
}

function changedCall(
  language: SignatureLanguage,
  { file, call }: PlainCalled,
  { own, change }: Reference,
): { readonly rewrites: readonly FileRewrite[]; readonly conflicts: readonly RefactoringConflict[] } {
  const { text } = file.snapshot;
  const callable = own.parameters.filter(({ kind }) => kind !== 'separator');
  const placeOf = new Map(own.parameters.map((parameter, index) => [index, callable.indexOf(parameter)]));
  const slots = change.slots
    .filter(({ old }) => old === undefined || (placeOf.get(old) ?? -1) >= 0)
    .map((slot) => (slot.old === undefined ? slot : { ...slot, old: placeOf.get(slot.old) }));
  const rest = callable.findIndex(({ kind }) => kind === 'rest');
  const side = { change: { slots, oldCount: callable.length }, restAt: rest < 0 ? undefined : rest };
  const required = language === 'go' ? callable.filter(({ kind }) => kind === 'plain').length : 0;
  const changed = language === 'python' ? pythonCall(text, file.syntax.plain, call, pythonSide(own, change, side)) : positionalCall(text, call, side, required);
  const at = { uri: file.uri, range: rangeOf(file, { start: call.callee.start, end: call.list.end }) };
  if ('problem' in changed) return { rewrites: [], conflicts: [{ ...at, why: changed.problem }] };
  const isSame = changed.wanted.length === call.arguments.length && changed.wanted.every((element, index) => element === index);
  const rewrites = isSame ? [] : [rewriteOf(language, file, call.list, call.arguments, changed.wanted)];
  return { rewrites, conflicts: changed.conflicts.map((why) => ({ ...at, why })) };
}

function pythonSide({ parameters }: PlainDeclared, { slots }: ParameterChange, side: Pick<PythonSide, 'change' | 'restAt'>): PythonSide {
  const callable = parameters.filter(({ kind }) => kind !== 'separator');
  const isStar = ({ name, kind }: PlainParameter) => name === '*' || kind === 'rest';
  const star = parameters.findIndex(isStar);
  const slash = parameters.findIndex(({ name }) => name === '/');
  const oldOf = (slot: Slot) => (slot.old === undefined ? undefined : parameters[slot.old]);
  const newStar = slots.findIndex((slot) => {
    const own = oldOf(slot);
    return own !== undefined && isStar(own);
  });
  const behind = new Set(newStar < 0 ? [] : slots.slice(newStar + 1).map(({ name }) => name));
  return {
    ...side,
    oldNames: callable.map(({ name, kind }) => (kind === 'keywords' ? `**${name}` : name)),
    keywordOnly: new Set(callable.flatMap((parameter, index) => (star >= 0 && parameters.indexOf(parameter) > star ? [index] : []))),
    positionalOnly: new Set(callable.flatMap((parameter, index) => (parameters.indexOf(parameter) < slash ? [index] : []))),
    newKeywordOnly: new Set(side.change.slots.filter(({ name }) => behind.has(name))),
  };
}

async function renamed(room: SignatureQuestions, { file, parameters }: PlainDeclared, { own, change }: Reference): Promise<readonly FileRewrite[]> {
  const found: FileRewrite[] = [];
  for (const { old, name } of change.slots) {
    const mine = old === undefined ? undefined : parameters[old];
    if (mine?.nameAt === undefined || mine.name === '' || mine.name !== own.parameters[old ?? 0]?.name || mine.name === name) continue;
    const { value } = await room.rename({ uri: file.uri, position: file.snapshot.positionAt(mine.nameAt) }, name);
    const [taken] = value.collisions;
    if (taken !== undefined)
      throw refactoringRefused(WHAT, `the name ${name} means something else on line ${taken.range.start.line + 1} of ${taken.uri.split('/').at(-1)}.`);
    for (const operation of value.edit.operations) {
      if (operation.kind !== 'edit') continue;
      const snapshot = await room.read(operation.uri);
      for (const { range, newText } of operation.edits)
        found.push({ uri: operation.uri, rewrite: { start: snapshot.offsetAt(range.start), end: snapshot.offsetAt(range.end), text: () => newText } });
    }
  }
  return found;
}

// Uses of parameters that go, beside those with which calls name them.
async function missed(
  room: SignatureQuestions,
  { file, definition, parameters }: PlainDeclared,
  family: PlainFamily,
  { removed }: ParameterChange,
): Promise<readonly RefactoringConflict[]> {
  const found: RefactoringConflict[] = [];
  for (const index of removed) {
    const parameter = parameters[index];
    if (parameter?.nameAt === undefined || parameter.name === '') continue;
    const uses = await room.uses({ uri: file.uri, position: file.snapshot.positionAt(parameter.nameAt) });
    for (const use of uses.value) {
      const other = family.files.find(({ uri }) => uri === use.uri);
      const at = other?.snapshot.offsetAt(use.range.start) ?? -1;
      const isOwn = use.uri === file.uri && at >= definition.list.start && at < definition.list.end && at === parameter.nameAt;
      const isKeyword =
        other?.syntax.calls.some((call) => call.arguments.some(({ start }) => start === at)) === true &&
        /^[\p{ID_Continue}]+\s*=/u.test(other.snapshot.text.slice(at));
      if (!isOwn && !isKeyword) found.push({ ...use, why: `${parameter.name} would be gone` });
    }
  }
  return found;
}

// A decorator may call the function with arguments of its own.
const TRANSPARENT = /^@\s*(?:staticmethod|classmethod|(?:[\w.]+\.)?(?:abstractmethod|override|final|overload|cache|lru_cache(?:\(.*\))?))\s*$/s;

function decorated({ file, definition }: PlainDeclared, { moves }: ParameterChange): readonly RefactoringConflict[] {
  const strange = definition.decorators.filter(({ start, end }) => !TRANSPARENT.test(file.snapshot.text.slice(start, end)));
  return strange
    .filter(() => moves)
    .map(({ start, end }) => ({
      uri: file.uri,
      range: rangeOf(file, { start, end }),
      why: 'a decorator may pass arguments to it',
    }));
}

// A new name must not mean something else in the function; where nothing is meant yet, it is what the body waits for.
async function mustBeFree(room: SignatureQuestions, { file, definition }: PlainDeclared, { change }: Reference): Promise<void> {
  const { body } = definition;
  if (body === undefined) return;
  for (const { name } of change.slots.filter(({ old }) => old === undefined)) {
    for (const { index } of file.snapshot.text
      .slice(definition.list.end, body.end)
      .matchAll(new RegExp(`(?<![\\p{ID_Continue}.])${name}(?![\\p{ID_Continue}])`, 'gu'))) {
      const position = file.snapshot.positionAt(definition.list.end + index);
      const [meant] = (await room.definition({ uri: file.uri, position })).value;
      if (meant !== undefined)
        throw refactoringRefused(WHAT, `the name ${name} means something else on line ${position.line + 1} of ${file.uri.split('/').at(-1)}; choose another.`);
    }
  }
}

async function operations(room: SignatureQuestions, rewrites: readonly FileRewrite[]): Promise<Refactored['edit']['operations']> {
  const byFile = [...groupBy(rewrites, ({ uri }) => uri)];
  const edits = await Promise.all(
    byFile.map(async ([uri, own]) => {
      const snapshot = await room.read(uri);
      const changed = rewritten(
        snapshot.text,
        own.map(({ rewrite }) => rewrite),
      );
      return {
        kind: 'edit' as const,
        uri,
        edits: changed.map(({ start, end, newText }) => ({ range: { start: snapshot.positionAt(start), end: snapshot.positionAt(end) }, newText })),
      };
    }),
  );
  return edits.filter((operation) => operation.edits.length > 0);
}

function lineOf({ file, definition }: PlainDeclared): string {
  return `${file.uri.split('/').at(-1)}:${file.snapshot.positionAt(definition.name.start).line + 1}`;
}

// Expressions: evaluated where a frame is, or globally; values set; names completed.
import type { DebugProtocol } from '@vscode/debugprotocol';
import { z } from 'zod';
import { seconds } from '../../../base/waiting/duration.ts';
import { argumentOf, type ExceptionDetails, evaluated, nothing, type RemoteObject } from '../cdp/cdp.ts';
import { cannotSet, evaluationEndless, evaluationFailed, evaluationStuck } from '../session/refusals.ts';
import type { JsFrame } from '../thread/frames.ts';
import { type JsThread, PAUSE_GROUP } from '../thread/jsThread.ts';
import { describe, isExpandable } from './describe.ts';
import type { Container } from './values.ts';

export interface Evaluation {
  readonly expression: string;
  // V8 refuses whatever would change the program.
  readonly withoutSideEffects: boolean;
  readonly bound: number;
}

// What a person waits for at a prompt, and what a tooltip may take. V8 ends the expression itself.
export const PROMPT_BOUND = seconds(8);
export const GLANCE_BOUND = seconds(5);
// Longer than V8's own, so that its answer comes first.
const GRACE = seconds(2);
// A thread that is not stuck answers at once, on a machine that has time for it.
const PROBE = seconds(4);

// What a thread is in, and V8 could not end: a call into the system, as a child process that is waited for.
const stuck = new WeakMap<JsThread, string>();

export async function evaluate(
  where: { thread: JsThread; frame: JsFrame | undefined },
  { expression, withoutSideEffects, bound }: Evaluation,
): Promise<RemoteObject> {
  const { thread, frame } = where;
  const before = stuck.get(thread);
  if (before !== undefined && !(await isAnswering(thread))) throw evaluationStuck(before);
  const parameters = {
    expression: isObjectLiteral(expression) ? `(${expression}\n)` : expression,
    silent: true,
    generatePreview: true,
    throwOnSideEffect: withoutSideEffects,
    timeout: bound,
    objectGroup: PAUSE_GROUP,
    includeCommandLineAPI: !withoutSideEffects,
  };
  const call = frame?.call;
  // At a prompt one may redeclare and await; a paused thread settles no promise.
  const began = Date.now();
  const asked =
    call !== undefined
      ? thread.connection.post('Debugger.evaluateOnCallFrame', { ...parameters, callFrameId: call.callFrameId }, evaluated, bound + GRACE)
      : thread.connection.post(
          'Runtime.evaluate',
          { ...parameters, ...(thread.pause === undefined && { replMode: true, awaitPromise: true }) },
          evaluated,
          bound + GRACE,
        );
  const { result, exceptionDetails } = await asked.catch(async (error: unknown) => {
    if (Date.now() - began < bound || thread.connection.ended) throw error;
    // V8 ends what runs; a promise that nobody settles is only waited for.
    if (thread.pause === undefined || (await isAnswering(thread))) throw evaluationEndless(bound);
    stuck.set(thread, expression);
    throw evaluationStuck(expression);
  });
  if (exceptionDetails !== undefined && Date.now() - began >= bound && isTermination(exceptionDetails)) throw evaluationEndless(bound);
  if (exceptionDetails !== undefined) throw evaluationFailed(messageOf(exceptionDetails, withoutSideEffects));
  return result;
}

async function isAnswering(thread: JsThread): Promise<boolean> {
  const answered = await thread.connection.post('Runtime.getIsolateId', {}, nothing, PROBE).then(
    () => true,
    () => thread.connection.ended,
  );
  if (answered) stuck.delete(thread);
  return answered;
}

export async function setInContainer(container: Container, name: string, value: RemoteObject): Promise<void> {
  const { thread } = container;
  switch (container.kind) {
    case 'scope':
      await thread.connection
        .post(
          'Debugger.setVariableValue',
          { scopeNumber: container.index, variableName: name, newValue: argumentOf(value), callFrameId: container.call.callFrameId },
          nothing,
        )
        .catch((error: unknown) => {
          throw cannotSet(name, error instanceof Error ? error.message : String(error));
        });
      return;
    case 'object':
    case 'range': {
      const isMap = container.object.subtype === 'map';
      if (container.object.subtype === 'set') throw cannotSet(name, 'an element of a Set cannot be exchanged. Evaluate delete and add.');
      await assign(thread, container.object, isMap ? SET_ENTRY : SET_PROPERTY, [{ value: isMap ? keyOf(name) : name }, argumentOf(value)], name);
      return;
    }
    case 'getter':
      await assign(thread, container.owner, SET_PROPERTY, [{ value: name }, argumentOf(value)], name);
      return;
    case 'entry':
    case 'exception':
      throw cannotSet(name, 'it has no place of its own.');
  }
}

export async function completions(where: { thread: JsThread; frame: JsFrame | undefined }, text: string): Promise<DebugProtocol.CompletionItem[]> {
  const { thread, frame } = where;
  const typed = /(?:([\w$.\][)(]+)(\?)?\.)?([\w$]*)$/.exec(text);
  const [owner, prefix] = [typed?.[1], typed?.[3] ?? ''];
  const names = owner === undefined ? await namesInReach(thread, frame) : await membersOf(where, owner);
  return names
    .filter(({ label }) => label.startsWith(prefix) && /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(label))
    .sort((a, b) => (a.label < b.label ? -1 : 1))
    .map((item) => ({ ...item, start: text.length - prefix.length, length: prefix.length }));
}

const SET_PROPERTY = "function (name, value) { 'use strict'; this[name] = value; }";
const SET_ENTRY = 'function (key, value) { Map.prototype.set.call(this, key, value); }';

async function assign(thread: JsThread, object: { objectId: string }, functionDeclaration: string, values: readonly object[], name: string): Promise<void> {
  const { exceptionDetails } = await thread.connection.post(
    'Runtime.callFunctionOn',
    { objectId: object.objectId, functionDeclaration, arguments: values, silent: true },
    evaluated,
  );
  if (exceptionDetails !== undefined) throw cannotSet(name, messageOf(exceptionDetails, false));
}

// The name of an entry is its key as it reads.
function keyOf(name: string): unknown {
  if (name.startsWith("'")) return name.slice(1, -1).replace(/\\(.)/g, (_, character: string) => ({ n: '\n', r: '\r', t: '\t' })[character] ?? character);
  if (name === 'true' || name === 'false') return name === 'true';
  return name === 'null' ? null : Number(name);
}

function isObjectLiteral(expression: string): boolean {
  return /^\s*\{[\s\S]*\}\s*$/.test(expression) && !/^\s*\{\s*(?:let|const|var|return|if|for|while)\b/.test(expression);
}

function isTermination({ text, exception }: ExceptionDetails): boolean {
  return /terminated/.test(`${text} ${exception?.description ?? ''}`) || exception === undefined;
}

function messageOf({ text, exception }: ExceptionDetails, withoutSideEffects: boolean): string {
  const message = exception === undefined ? text : describe(exception);
  return withoutSideEffects && /side.?effect/i.test(message) ? `${message}. Without side effects this expression cannot be evaluated.` : message;
}

interface Name {
  readonly label: string;
  readonly type: DebugProtocol.CompletionItemType;
}

const listed = z.array(z.tuple([z.string(), z.string()]));
const MEMBERS = `function () {
  const names = new Map();
  for (let at = Object(this); at !== null && names.size < 5000; at = Object.getPrototypeOf(at))
    for (const name of Object.getOwnPropertyNames(at)) {
      const property = Object.getOwnPropertyDescriptor(at, name);
      if (!names.has(name)) names.set(name, property && typeof property.value === 'function' ? 'method' : 'property');
    }
  return [...names];
}`;

async function membersOf(where: { thread: JsThread; frame: JsFrame | undefined }, owner: string): Promise<Name[]> {
  try {
    const object = await evaluate(where, { expression: owner, withoutSideEffects: true, bound: GLANCE_BOUND });
    const boxed = isExpandable(object) ? object : await evaluate(where, { expression: `Object(${owner})`, withoutSideEffects: true, bound: GLANCE_BOUND });
    return isExpandable(boxed) ? namesOf(where.thread, boxed) : [];
  } catch {
    // What cannot be evaluated without changing the program has no members to offer.
    return [];
  }
}

async function namesInReach(thread: JsThread, frame: JsFrame | undefined): Promise<Name[]> {
  const scopes = frame?.call?.scopeChain.map(({ object }) => object) ?? [
    (await thread.connection.post('Runtime.evaluate', { expression: 'globalThis' }, evaluated)).result,
  ];
  const names = await Promise.all(scopes.map((object) => (isExpandable(object) ? namesOf(thread, object) : [])));
  const known = new Map(names.flat().map((name) => [name.label, { ...name, type: name.type === 'method' ? ('function' as const) : ('variable' as const) }]));
  return [...known.values()];
}

async function namesOf(thread: JsThread, object: { objectId: string }): Promise<Name[]> {
  const { result } = await thread.connection.post(
    'Runtime.callFunctionOn',
    { objectId: object.objectId, functionDeclaration: MEMBERS, returnByValue: true, silent: true },
    evaluated,
  );
  return (listed.safeParse(result.value).data ?? []).map(([label, type]) => ({ label, type: type === 'method' ? 'method' : 'property' }));
}

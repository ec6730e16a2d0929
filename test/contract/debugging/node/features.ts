// What a debug adapter for Node can do, as a walk through one program: each row does one thing and returns what came of it.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { z } from 'zod';
import { DapError } from '../../../../src/wire/dapClient.ts';
import type { Driven, Line, Stop } from './drivenAdapter.ts';

export interface Walk {
  readonly driven: Driven;
  // Absolute: where the marks are.
  readonly file: string;
  stop: Stop;
  ended?: boolean;
}

export interface Feature {
  readonly name: string;
  // The same under every adapter, unless a difference is written down.
  readonly expected: string;
  run(walk: Walk): Promise<string>;
}

// On the program of the golden sessions. Each row goes on from where the one before has stopped.
export const features: readonly Feature[] = [
  { name: 'a breakpoint on a line', expected: '@total breakpoint', run: async (walk) => where(walk) },
  { name: 'is reported as bound', expected: 'true', run: async ({ driven, file }) => String(driven.isVerified(file, 0)) },
  { name: 'the thread', expected: '1', run: async ({ stop }) => String((await threads(stop)).filter(({ id }) => id === stop.thread).length) },
  { name: 'variables, four deep', expected: "'Oslo'", run: (walk) => leaf(walk, ['cart', 'owner', 'address', 'city']) },
  { name: 'evaluate in repl, hover and watch', expected: '3 3 3', run: (walk) => inContexts(walk, 'cart.items.length') },
  { name: 'evaluate that calls', expected: '75', run: (walk) => evaluate(walk, 'total([{ cents: 25, count: 3 }])') },
  { name: 'evaluate that throws', expected: 'TypeError', run: (walk) => refusal(evaluate(walk, 'cart.shop.name'), /TypeError/) },
  { name: 'evaluate what does not parse', expected: 'SyntaxError', run: (walk) => refusal(evaluate(walk, 'cart +'), /SyntaxError/) },
  { name: 'completions', expected: 'owner', run: (walk) => completions(walk, 'cart.ow') },
  { name: 'breakpointLocations', expected: '@begin @each @add @sum', run: locations },
  { name: 'loadedSources', expected: 'true', run: async (walk) => String((await sources(walk)).includes(walk.file)) },
  { name: 'gotoTargets', expected: 'not supported', run: (walk) => supported(walk, 'supportsGotoTargetsRequest') },
  { name: 'stepIn', expected: '@begin step', run: (walk) => proceed(walk, 'stepIn') },
  { name: 'next', expected: '@each step', run: (walk) => proceed(walk, 'next') },
  { name: 'setVariable', expected: '1000', run: (walk) => setVariable(walk, 'sum', '1000') },
  { name: 'setExpression', expected: '2000', run: (walk) => setExpression(walk, 'sum', '2000') },
  { name: 'a condition', expected: "@add breakpoint 'pear'", run: async (walk) => `${await proceed(walk, 'continue')} ${await evaluate(walk, 'item.name')}` },
  { name: 'stepIn, into a call', expected: '@price step', run: (walk) => proceed(walk, 'stepIn') },
  { name: 'the stack', expected: 'price @price, total @add, shop @total', run: async (walk) => stack(walk).slice(0, 3).join(', ') },
  { name: 'stepOut', expected: '@each step', run: (walk) => proceed(walk, 'stepOut') },
  { name: 'run to a line', expected: '@print', run: runToLine },
  { name: 'a log message', expected: '2 of apple, 1 of pear, 4 of plum', run: async ({ driven }) => logged(driven) },
  { name: 'a function', expected: '@greet', run: functionBreakpoint },
  { name: 'an exception that is caught', expected: '@thrown exception', run: caught },
  { name: 'exceptionInfo', expected: 'RangeError: more than 3', run: exceptionInfo },
  { name: 'pause', expected: '@wait pause', run: pause },
  { name: 'an exception that nobody catches', expected: '@uncaught exception', run: uncaught },
  { name: 'the end', expected: 'ended', run: (walk) => proceed(walk, 'continue') },
];

// On the program below, which waits, skips and holds much.
export const detailFeatures: readonly Feature[] = [
  { name: 'a hit count', expected: '@loop breakpoint 3', run: async (walk) => `${where(walk)} ${await evaluate(walk, 'turn')}` },
  { name: 'a hit count with an operator', expected: '@loop breakpoint 9', run: hitsFrom },
  { name: 'on, by a timer', expected: '@arrived breakpoint', run: onToTimer },
  { name: 'the asynchronous stack', expected: 'arrived @arrived, begin @later', run: async (walk) => ownFrames(walk).join(', ') },
  { name: 'a large list in pages', expected: '500 501 502', run: page },
  { name: 'the entries of a Map', expected: "'pear' 45", run: mapEntry },
  { name: 'a getter, when it is asked for', expected: '7', run: getter },
  { name: 'stepIn passes over what is skipped', expected: '@after step', run: (walk) => proceed(walk, 'stepIn') },
  { name: 'restartFrame', expected: '@many', run: restartFrame },
];

export const DETAILS = {
  'details.js': `const { skipped } = require('./skipped.js');
class Shelf {
  get load() {
    return 7;
  }
}

function arrived() {
  const many = Array.from({ length: 1000 }, (_, index) => index); // @many
  const prices = new Map([['pear', 45]]);
  const shelf = new Shelf();
  const size = skipped(many.length + prices.size); // @arrived
  return size + shelf.load; // @after
}

function begin() {
  setTimeout(() => arrived(), 1); // @later
}
for (let turn = 1; turn < 10; turn++) {
  globalThis.last = turn; // @loop
}
begin();
`,
  'skipped.js': 'exports.skipped = (value) => {\n  const twice = value * 2;\n  return twice;\n};\n',
};

// What is set before the program begins.
export function linesAtStart(file: string): readonly Line[] {
  const line = (mark: string) => lineOf(file, mark);
  return [{ line: line('total') }, { line: line('add'), condition: 'item.cents > 40' }, { line: line('price'), logMessage: '{item.count} of {item.name}' }];
}

export function detailLines(file: string): readonly Line[] {
  return [{ line: lineOf(file, 'loop'), hitCondition: '3' }];
}

function where({ stop, file }: Walk): string {
  return `${placeOf(stop, file)} ${stop.reason}`;
}

function placeOf({ frames }: Stop, file: string): string {
  const [top] = frames;
  return top?.source?.path === file ? markAt(file, top.line) : `${basename(top?.source?.path ?? 'nowhere')}:${top?.line}`;
}

function stack({ stop, file }: Walk): string[] {
  return stop.frames.filter(({ source }) => source?.path === file).map(({ name, line }) => `${name.split('.').at(-1)} ${markAt(file, line)}`);
}

async function hitsFrom(walk: Walk): Promise<string> {
  await walk.driven.setLines(walk.file, [{ line: lineOf(walk.file, 'loop'), condition: 'turn > 4', hitCondition: '>= 5' }]);
  return `${await proceed(walk, 'continue')} ${await evaluate(walk, 'turn')}`;
}

async function onToTimer(walk: Walk): Promise<string> {
  await walk.driven.setLines(walk.file, [{ line: lineOf(walk.file, 'arrived') }]);
  return proceed(walk, 'continue');
}

// The functions with names, from the innermost out.
function ownFrames(walk: Walk): string[] {
  return stack(walk).filter((frame) => /^(?:arrived|begin) /.test(frame));
}

async function page(walk: Walk): Promise<string> {
  const { variablesReference } = await member(walk, await scopeWith(walk, 'many'), 'many');
  const asked = { variablesReference, filter: 'indexed', start: 500, count: 3 };
  const { variables: elements } = Variables.parse(await walk.stop.connection.request('variables', asked));
  return elements.map(({ value }) => value).join(' ');
}

// Adapters put entries into one or two groups of their own.
async function mapEntry(walk: Walk): Promise<string> {
  let { variablesReference } = await member(walk, await scopeWith(walk, 'prices'), 'prices');
  for (let depth = 0; depth < 3; depth++) {
    const inside = await variables(walk, variablesReference);
    const key = inside.find(({ name }) => name === 'key');
    const value = inside.find(({ name }) => name === 'value');
    if (key !== undefined && value !== undefined) return `${key.value} ${value.value}`;
    const direct = inside.find(({ name }) => name.includes('pear'));
    if (direct !== undefined && direct.variablesReference === 0) return `'pear' ${direct.value}`;
    ({ variablesReference } = inside.find(({ name }) => /Entries|^0$|pear/.test(name)) ?? { variablesReference: 0 });
  }
  return 'no entry';
}

async function getter(walk: Walk): Promise<string> {
  const { variablesReference } = await member(walk, await scopeWith(walk, 'shelf'), 'shelf');
  const found = (await variables(walk, variablesReference)).find(({ name }) => name === 'load');
  if (found !== undefined) return found.variablesReference === 0 ? found.value : ((await variables(walk, found.variablesReference))[0]?.value ?? 'nothing');
  const prototype = await member(walk, { reference: variablesReference }, '[[Prototype]]');
  const inherited = await member(walk, { reference: prototype.variablesReference }, 'load');
  return (await variables(walk, inherited.variablesReference))[0]?.value ?? inherited.value;
}

async function member(walk: Walk, { reference }: { reference: number }, name: string) {
  const found = (await variables(walk, reference)).find((one) => one.name === name);
  if (found === undefined) throw new Error(`there is no ${name}`);
  return found;
}

async function proceed(walk: Walk, command: 'continue' | 'next' | 'stepIn' | 'stepOut'): Promise<string> {
  if (walk.ended === true) return 'ended';
  await walk.stop.connection.request(command, { threadId: walk.stop.thread });
  return arrived(walk);
}

async function arrived(walk: Walk): Promise<string> {
  const stop = await walk.driven.next();
  walk.ended = stop === undefined;
  if (stop === undefined) return 'ended';
  walk.stop = stop;
  return where(walk);
}

const Threads = z.looseObject({ threads: z.array(z.looseObject({ id: z.number() })) });
async function threads({ connection }: Stop) {
  return Threads.parse(await connection.request('threads')).threads;
}

const Scopes = z.looseObject({ scopes: z.array(z.looseObject({ variablesReference: z.number() })) });
const Variables = z.looseObject({ variables: z.array(z.looseObject({ name: z.string(), value: z.string(), variablesReference: z.number() })) });

async function variables({ stop }: Walk, reference: number) {
  return Variables.parse(await stop.connection.request('variables', { variablesReference: reference })).variables;
}

async function leaf(walk: Walk, names: readonly string[]): Promise<string> {
  let { reference } = await scopeWith(walk, names[0] ?? '');
  let value = '';
  for (const name of names) {
    const found = (await variables(walk, reference)).find((one) => one.name === name);
    if (found === undefined) return `no ${name}`;
    reference = found.variablesReference;
    value = found.value;
  }
  return value;
}

async function scopeWith(walk: Walk, name: string): Promise<{ reference: number }> {
  const { scopes } = Scopes.parse(await walk.stop.connection.request('scopes', { frameId: walk.stop.frames[0]?.id }));
  for (const { variablesReference } of scopes)
    if ((await variables(walk, variablesReference)).some((one) => one.name === name)) return { reference: variablesReference };
  throw new Error(`no scope has ${name}`);
}

const Result = z.looseObject({ result: z.string() });
async function evaluate({ stop }: Walk, expression: string, context = 'repl'): Promise<string> {
  return Result.parse(await stop.connection.request('evaluate', { expression, context, frameId: stop.frames[0]?.id })).result;
}

async function inContexts(walk: Walk, expression: string): Promise<string> {
  return [await evaluate(walk, expression), await evaluate(walk, expression, 'hover'), await evaluate(walk, expression, 'watch')].join(' ');
}

async function refusal(asked: Promise<string>, pattern: RegExp): Promise<string> {
  return asked.then(
    (answer) => `answered ${answer}`,
    // Some give the reason in the message, some beside it.
    (error: unknown) => pattern.exec(`${error} ${error instanceof DapError ? JSON.stringify(error.body) : ''}`)?.[0] ?? String(error),
  );
}

const Targets = z.looseObject({ targets: z.array(z.looseObject({ label: z.string() })) });
async function completions({ stop }: Walk, text: string): Promise<string> {
  const answer = await stop.connection.request('completions', { text, column: text.length + 1, frameId: stop.frames[0]?.id });
  return Targets.parse(answer)
    .targets.map(({ label }) => label)
    .filter((label) => label.startsWith('ow'))
    .join(' ');
}

const Locations = z.looseObject({ breakpoints: z.array(z.looseObject({ line: z.number() })) });
async function locations({ stop, file }: Walk): Promise<string> {
  // Some do not count the last line in.
  const [line, endLine] = [lineOf(file, 'begin'), lineOf(file, 'sum') + 1];
  const answer = await stop.connection.request('breakpointLocations', { source: { path: file }, line, endLine });
  const lines = new Set(Locations.parse(answer).breakpoints.map((one) => one.line));
  const marks = [...lines].sort((a, b) => a - b).map((one) => markAt(file, one));
  return marks.filter((mark) => mark.startsWith('@')).join(' ');
}

const Sources = z.looseObject({ sources: z.array(z.looseObject({ path: z.string().optional() })) });
async function sources({ stop }: Walk): Promise<string[]> {
  return Sources.parse(await stop.connection.request('loadedSources')).sources.flatMap(({ path }) => path ?? []);
}

async function supported({ driven }: Walk, capability: string): Promise<string> {
  return (await driven.capabilities)[capability] === true ? 'supported' : 'not supported';
}

const Value = z.looseObject({ value: z.string() });
async function setVariable(walk: Walk, name: string, value: string): Promise<string> {
  const { reference } = await scopeWith(walk, name);
  await walk.stop.connection.request('setVariable', { variablesReference: reference, name, value });
  return evaluate(walk, name);
}

async function setExpression(walk: Walk, expression: string, value: string): Promise<string> {
  const { stop } = walk;
  Value.parse(await stop.connection.request('setExpression', { expression, value, frameId: stop.frames[0]?.id }));
  return evaluate(walk, expression);
}

async function restartFrame(walk: Walk): Promise<string> {
  await walk.stop.connection.request('restartFrame', { frameId: walk.stop.frames[0]?.id });
  await arrived(walk);
  return placeOf(walk.stop, walk.file);
}

// As editors do it: a breakpoint of its own, and on.
async function runToLine(walk: Walk): Promise<string> {
  const { driven, file } = walk;
  await driven.setLines(file, [...linesAtStart(file), { line: lineOf(file, 'print') }]);
  await proceed(walk, 'continue');
  await driven.setLines(file, linesAtStart(file));
  return placeOf(walk.stop, file);
}

function logged(driven: Driven): string {
  return [...driven.output().matchAll(/\d of \w+/g)].map(([text]) => text).join(', ');
}

async function functionBreakpoint(walk: Walk): Promise<string> {
  if ((await walk.driven.capabilities)['supportsFunctionBreakpoints'] !== true) return 'not supported';
  await walk.driven.setFunctions(['greet']);
  await proceed(walk, 'continue');
  await walk.driven.setFunctions([]);
  return placeOf(walk.stop, walk.file);
}

async function caught(walk: Walk): Promise<string> {
  await walk.driven.setExceptions(['all']);
  return proceed(walk, 'continue');
}

const Info = z.looseObject({
  exceptionId: z.string(),
  description: z.string().optional(),
  details: z.looseObject({ message: z.string().optional() }).optional(),
});
async function exceptionInfo({ stop }: Walk): Promise<string> {
  const { exceptionId, description = '', details } = Info.parse(await stop.connection.request('exceptionInfo', { threadId: stop.thread }));
  return /RangeError: more than 3/.exec(`${exceptionId}: ${description} ${details?.message ?? ''} ${description}`)?.[0] ?? `${exceptionId} ${description}`;
}

const MOST_PAUSES = 20;

async function pause(walk: Walk): Promise<string> {
  const { driven, file } = walk;
  await driven.setExceptions([]);
  for (let tries = 1; ; tries++) {
    const { connection, thread } = walk.stop;
    await connection.request('continue', { threadId: thread });
    await driven.running(connection);
    await connection.request('pause', { threadId: thread });
    const place = await arrived(walk);
    // It may have been on its way to the loop.
    if (placeOf(walk.stop, file) === '@wait' || tries === MOST_PAUSES) return place;
  }
}

async function uncaught(walk: Walk): Promise<string> {
  await walk.driven.setExceptions(['uncaught']);
  await setVariable(walk, 'waiting', 'false');
  return proceed(walk, 'continue');
}

export function lineOf(file: string, mark: string): number {
  const line = linesOf(file).findIndex((text) => text.includes(`// @${mark}`));
  if (line < 0) throw new Error(`${file} has no line marked @${mark}`);
  return line + 1;
}

function markAt(file: string, line: number): string {
  return /\/\/ (@\w+)/.exec(linesOf(file)[line - 1] ?? '')?.[1] ?? `${basename(file)}:${line}`;
}

function linesOf(file: string): string[] {
  return readFileSync(file, 'utf8').split('\n');
}

// Whether a pause of V8 is a stop for the person who debugs, and why; many are our own business and end at once.
import { z } from 'zod';
import type { NodeBreakpoint } from '../breakpoints/breakpoint.ts';
import { meetsHit, messageParts, parseHitCondition, stopExpression } from '../breakpoints/conditions.ts';
import type { NodeFunctionBreakpoint } from '../breakpoints/functionBreakpoint.ts';
import { type CallFrame, evaluated, type PausedEvent, type RemoteObject, remoteObject, type ScriptLocation } from '../cdp/cdp.ts';
import { pathOfUrl } from '../sources/paths.ts';
import type { DebugPlace } from '../sources/script.ts';
import { SourceMap } from '../sources/sourceMap.ts';
import { describe } from '../values/describe.ts';
import type { JsThread } from './jsThread.ts';
import type { StepKind, StepUnderWay } from './step.ts';
import { isUnhandled } from './unhandled.ts';

export interface StoppedAtException {
  readonly object: RemoteObject;
  readonly uncaught: boolean;
}

export interface ReportedStop {
  readonly stop: true;
  readonly reason: 'breakpoint' | 'function breakpoint' | 'step' | 'exception' | 'pause' | 'entry' | 'debugger statement';
  readonly description: string;
  readonly breakpoints: readonly number[];
  readonly exception?: StoppedAtException;
}

export type PauseVerdict = ReportedStop | { readonly stop: false; readonly step?: StepKind | undefined };

// Helpers of a compiler are a few steps long; what is longer is worth a look.
const MOST_PASSED = 60;
const SOON = 40;

export async function judge(thread: JsThread, event: PausedEvent): Promise<PauseVerdict> {
  const [top] = event.callFrames;
  if (top === undefined) return { stop: false };
  const script = thread.scriptOf(top.location.scriptId);
  const instrumented = reasonsOf(event).find(({ reason }) => reason === 'instrumentation');
  if (instrumented !== undefined) {
    const coming = thread.scriptOf(comingScript.safeParse(instrumented.auxData).data?.scriptId ?? '');
    if (coming !== undefined) await Promise.all([thread.follow(coming), thread.functions.look(coming)]);
    // V8 keeps a step that is under way over this pause, and hangs where another is begun at it.
    return { stop: false };
  }
  if (script?.url === 'binnacle:hold') {
    await bindHeld(thread, top);
    return goingOn(thread);
  }
  const exception = script?.url === 'binnacle:uncaught' ? await shownException(thread, top) : await exceptionOf(thread, event);
  if (exception !== undefined) {
    if (!(await wantsException(thread, exception, top))) return goingOn(thread);
    await markShown(thread, exception);
    return stoppedAtException(exception);
  }

  const hits = await breakpointsHit(thread, event, top);
  if (hits.stops.length > 0) return stoppedAtBreakpoints(hits.stops);
  if (hits.atEntry) return { stop: true, reason: 'entry', description: 'Paused at the first statement', breakpoints: [] };
  if (hits.passedOver && thread.stepping === undefined) return { stop: false };
  if (thread.stepping !== undefined) return afterStep(thread, event, top);
  // Paused within what shall be passed over: at the next statement that is not.
  if (thread.pauseAsked && script !== undefined && isPassedOver(thread, script.placeOf(top.location))) return { stop: false, step: 'into' };
  if (thread.pauseAsked)
    return { stop: true, reason: 'pause', description: script?.url === 'binnacle:idle' ? 'Paused; the event loop was idle' : 'Paused', breakpoints: [] };
  // Every worker waits so for us; of the programs only those that were started with --inspect-brk.
  if (event.reason === 'Break on start' && thread.isWorker) return { stop: false };
  if (event.reason === 'Break on start') return { stop: true, reason: 'entry', description: 'Paused on start', breakpoints: [] };
  return { stop: true, reason: 'debugger statement', description: 'Paused on debugger statement', breakpoints: [] };
}

// A pause of our own must not swallow the step during which it came: from there, the way back to where the step began is out.
function goingOn(thread: JsThread): PauseVerdict {
  const step = thread.stepping;
  if (step === undefined) return { stop: false };
  step.returning = true;
  return { stop: false, step: step.kind === 'into' ? 'into' : 'out' };
}

async function afterStep(thread: JsThread, event: PausedEvent, top: CallFrame): Promise<PauseVerdict> {
  const step = thread.stepping;
  const place = thread.scriptOf(top.location.scriptId)?.placeOf(top.location);
  if (step !== undefined && place !== undefined) {
    if (thread.wayBack.isPassedDeeper(event)) return { stop: false, step: 'out' };
    const skipped = isSkipped(thread, place);
    if (skipped && !thread.wayBack.isLaid) await thread.wayBack.lay(event, ({ location }) => isFrameSkipped(thread, location));
    const deeper = step.returning && step.kind !== 'into' && event.callFrames.length > step.depth;
    if (step.passed < MOST_PASSED && (deeper || isPassedOver(thread, place))) {
      step.passed++;
      return { stop: false, step: deeper ? 'out' : wayOn(thread, step, place) };
    }
    if (skipped && thread.wayBack.isLaid) return { stop: false };
  }
  return { stop: true, reason: 'step', description: 'Paused after a step', breakpoints: [] };
}

function isFrameSkipped(thread: JsThread, location: ScriptLocation): boolean {
  const script = thread.scriptOf(location.scriptId);
  return script === undefined || isSkipped(thread, script.placeOf(location));
}

// V8 does not pass over what comes with Node's snapshot. Into: it may call back soon; else the way leads up, to whoever has called it.
function wayOn(thread: JsThread, { kind, passed }: StepUnderWay, place: DebugPlace): StepKind {
  if (kind === 'into') return passed < SOON ? 'into' : 'out';
  return isSkipped(thread, place) ? 'out' : kind;
}

function isSkipped({ host: { settings } }: JsThread, place: DebugPlace): boolean {
  return settings.skipping.skips(place.source ?? place.script.url);
}

function isPassedOver(thread: JsThread, place: DebugPlace): boolean {
  return isSkipped(thread, place) || (thread.host.settings.smartStep && place.unmapped);
}

const held = z.tuple([z.string().nullable(), z.string().nullable(), z.string().nullable()]);

// A CommonJS module waits to be compiled, or a worker asks for which ones it shall wait.
async function bindHeld(thread: JsThread, frame: CallFrame): Promise<void> {
  const wantsText = thread.host.functionBreakpoints().length > 0;
  const { result } = await thread.connection.post(
    'Debugger.evaluateOnCallFrame',
    { callFrameId: frame.callFrameId, expression: `JSON.stringify([file ?? null, map ?? null, ${wantsText ? 'content' : 'null'}])`, returnByValue: true },
    evaluated,
  );
  const [file, map, content] = held.parse(JSON.parse(z.string().parse(result.value)));
  if (file === null) {
    await thread.tellExpected(true);
    await thread.exceptions.showUncaught();
    return;
  }
  if (content !== null) await thread.functions.lookAt(file, content);
  if (map !== null) await thread.binding.follow(file, map, () => SourceMap.load(map, pathOfUrl(file), thread.host.settings.root));
}

type Conditional = NodeBreakpoint | NodeFunctionBreakpoint;

async function breakpointsHit(thread: JsThread, event: PausedEvent, top: CallFrame): Promise<{ stops: Conditional[]; atEntry: boolean; passedOver: boolean }> {
  const stops: Conditional[] = [];
  let atEntry = false;
  let passedOver = false;
  for (const id of event.hitBreakpoints ?? []) {
    const purpose = thread.binding.purposeOf(id);
    const breakpoint = purpose?.kind === 'user' ? purpose.breakpoint : thread.functions.breakpointOf(id);
    if (breakpoint !== undefined) {
      if (!thread.conditionsAtStops || (await meets(thread, breakpoint, top))) stops.push(breakpoint);
      else passedOver = true;
    } else if (purpose?.kind === 'program') {
      atEntry = true;
      await thread.binding.programEntered();
    } else {
      passedOver = true;
      const script = thread.scriptOf(top.location.scriptId);
      if (script === undefined) continue;
      if (purpose?.kind === 'entry') await thread.binding.entered(purpose.real);
      await thread.follow(script);
      // V8 has passed the place where these would have stopped it.
      for (const now of thread.binding.userBreakpointsAt(top.location)) if (await meetsNow(thread, now, top)) stops.push(now);
    }
  }
  return { stops: [...new Set(stops)], atEntry, passedOver };
}

async function meetsNow(thread: JsThread, breakpoint: NodeBreakpoint, frame: CallFrame): Promise<boolean> {
  if (thread.conditionsAtStops) return meets(thread, breakpoint, frame);
  const expression = stopExpression(breakpoint.id, breakpoint.conditions);
  if (expression === undefined) return true;
  const { result } = await thread.connection.post('Debugger.evaluateOnCallFrame', { callFrameId: frame.callFrameId, expression, silent: true }, evaluated);
  return result.value === true;
}

// Evaluated at the stop, where V8 refuses what would change the program.
async function meets(thread: JsThread, breakpoint: Conditional, frame: CallFrame): Promise<boolean> {
  const { condition, hitCondition, logMessage } = breakpoint.conditions;
  const ask = (expression: string): Promise<z.output<typeof evaluated>> =>
    thread.connection.post(
      'Debugger.evaluateOnCallFrame',
      { callFrameId: frame.callFrameId, expression: `(${expression}\n)`, silent: true, throwOnSideEffect: true, generatePreview: true },
      evaluated,
    );
  if (condition?.trim()) {
    const { result, exceptionDetails } = await ask(`Boolean(${condition}\n)`);
    if (exceptionDetails !== undefined) {
      thread.host.reported(thread, JSON.stringify({ kind: 'error', id: breakpoint.id, text: describe(exceptionDetails.exception ?? result) }));
      return false;
    }
    if (result.value !== true) return false;
  }
  const hit = hitCondition?.trim() ? parseHitCondition(hitCondition) : undefined;
  if (hit !== undefined && !meetsHit(++breakpoint.hits, hit)) return false;
  if (!logMessage?.trim()) return true;
  const values: [string, string][] = [];
  const texts: string[] = [];
  for (const part of messageParts(logMessage)) {
    if (part.expression === undefined) texts.push(part.text);
    else {
      const { result, exceptionDetails } = await ask(part.expression);
      const shown =
        exceptionDetails !== undefined
          ? `<${describe(exceptionDetails.exception ?? result)}>`
          : typeof result.value === 'string'
            ? result.value
            : describe(result);
      values.push([part.expression, shown]);
      texts.push(shown);
    }
  }
  thread.host.logged(thread, breakpoint, texts.join(''), values);
  return false;
}

const comingScript = z.object({ scriptId: z.string() });
const reasons = z.object({ reasons: z.array(z.object({ reason: z.string(), auxData: z.record(z.string(), z.unknown()).optional() })) });
const thrown = z.object({ uncaught: z.boolean().default(false) });

// Several at once where they meet, as in a worker whose first script both begins and may hold breakpoints.
function reasonsOf({ reason, data }: PausedEvent): { reason: string; auxData?: unknown }[] {
  return reason === 'ambiguous' ? (reasons.safeParse(data).data?.reasons ?? []) : [{ reason, auxData: data }];
}

async function exceptionOf(thread: JsThread, event: PausedEvent): Promise<StoppedAtException | undefined> {
  const found = reasonsOf(event).find(({ reason }) => reason === 'exception' || reason === 'promiseRejection');
  if (found === undefined) return undefined;
  const object = remoteObject.safeParse(found.auxData).data ?? { type: 'undefined' };
  const said = thrown.safeParse(found.auxData).data?.uncaught ?? false;
  // Of what is thrown V8 knows it; of a promise only who listens by now, and mostly nobody had the time.
  if (said && found.reason === 'exception') return { object, uncaught: true };
  const looks = said || thread.exceptions.mayLook();
  return { object, uncaught: looks && (await isUnhandled(thread, event)) };
}

// Thrown before; where it was is in its stack.
async function shownException(thread: JsThread, { callFrameId }: CallFrame): Promise<StoppedAtException> {
  const asked = { callFrameId, expression: 'error', silent: true, generatePreview: true };
  return { object: (await thread.connection.post('Debugger.evaluateOnCallFrame', asked, evaluated)).result, uncaught: true };
}

async function markShown(thread: JsThread, { object: { objectId } }: StoppedAtException): Promise<void> {
  if (objectId === undefined || !thread.bootstrapped) return;
  const functionDeclaration = "function () { globalThis[Symbol.for('binnacle.debugger')]?.markShown(this); }";
  await thread.connection.post('Runtime.callFunctionOn', { objectId, functionDeclaration, silent: true }, evaluated);
}

async function wantsException(thread: JsThread, exception: StoppedAtException, top: CallFrame): Promise<boolean> {
  for (const { caught, uncaught, condition } of thread.host.exceptions()) {
    if (!(exception.uncaught ? uncaught : caught)) continue;
    if (condition === undefined ? exception.uncaught || !isForeign(thread, top) : await holdsOf(thread, exception, condition)) return true;
  }
  return false;
}

// Of Node, or of a library: what it throws and catches is its own affair.
function isForeign(thread: JsThread, { location }: CallFrame): boolean {
  const script = thread.scriptOf(location.scriptId);
  if (script === undefined) return false;
  const { root } = thread.host.settings;
  const file = script.placeOf(location).source ?? script.path ?? script.url;
  // Whoever debugs a library in its own folder is at home there.
  return script.isInternal || /[\\/]node_modules[\\/]/.test(file.startsWith(root) ? file.slice(root.length) : file);
}

async function holdsOf(thread: JsThread, { object }: StoppedAtException, condition: string): Promise<boolean> {
  // In the world of the error itself: jest runs each file of tests in one of its own, and V8 passes no object from one to another.
  const isObject = object.objectId !== undefined;
  const target = isObject ? object.objectId : (await thread.connection.post('Runtime.evaluate', { expression: 'globalThis' }, evaluated)).result.objectId;
  const functionDeclaration = `function (primitive) { const error = ${isObject ? 'this' : 'primitive'}; return Boolean(${condition}\n) }`;
  const { result, exceptionDetails } = await thread.connection.post(
    'Runtime.callFunctionOn',
    { objectId: target, functionDeclaration, arguments: isObject ? [] : [{ value: object.value }], silent: true },
    evaluated,
  );
  return exceptionDetails === undefined && result.value === true;
}

function stoppedAtException(exception: StoppedAtException): ReportedStop {
  const what = exception.uncaught ? 'Paused on an uncaught exception' : 'Paused on a caught exception';
  return { stop: true, reason: 'exception', description: what, breakpoints: [], exception };
}

function stoppedAtBreakpoints(hit: readonly Conditional[]): ReportedStop {
  const named = hit.every((breakpoint) => 'name' in breakpoint);
  return {
    stop: true,
    reason: named ? 'function breakpoint' : 'breakpoint',
    description: named ? 'Paused on a function breakpoint' : 'Paused on a breakpoint',
    breakpoints: hit.map(({ id }) => id),
  };
}

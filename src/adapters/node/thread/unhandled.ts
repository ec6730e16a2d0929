// Whether nobody will handle what was thrown, where V8 cannot know: of a promise that is just about to be made, and of modules and workers, whose first code Node itself calls.

import { plainCode } from '../breakpoints/plainCode.ts';
import { type CallFrame, type PausedEvent, type StackTrace, scriptSource } from '../cdp/cdp.ts';
import type { Script } from '../sources/script.ts';
import type { JsThread } from './jsThread.ts';

// A place in the way that the exception takes: where it is thrown, or a call through which it comes.
interface Site {
  readonly script: Script;
  readonly line: number;
  readonly column: number;
  readonly isTopLevel: boolean;
  // Where its function begins, as far as V8 says.
  readonly start: { readonly line: number; readonly column: number } | undefined;
}

// Only what is sure: an await, a call whose promise nobody keeps, and no try around any of them.
export async function isUnhandled(thread: JsThread, event: PausedEvent): Promise<boolean> {
  const sites = sitesOf(thread, event);
  if (sites === undefined) return false;
  for (const { script, start, ...place } of internalSites(thread, event)) {
    const code = await codeOf(thread, script);
    if (isTried(code, offsetOf(code, place), start === undefined ? 0 : offsetOf(code, start))) return false;
  }
  let rejects = false;
  for (const [index, site] of sites.entries()) {
    const code = await codeOf(thread, site.script);
    const at = offsetOf(code, site);
    const start = site.start === undefined ? 0 : offsetOf(code, site.start);
    // A promise that is made rejected: nothing is thrown, and what becomes of it is what counts.
    const isMadeRejected = index === 0 && /^(?:Promise\s*\.\s*)?reject\s*\(/.test(code.slice(at, at + 60));
    if ((index > 0 && rejects) || isMadeRejected) {
      const use = useOfPromise(code, at);
      if (use === 'nobody') return true;
      if (use === 'kept') return false;
    }
    // What an executor throws, its promise takes.
    if (index > 0 && /^(?:new\s+)?[\w$.]*Promise\b/.test(code.slice(at, at + 60))) return false;
    if (isTried(code, at, start)) return false;
    rejects = rejects || (!site.isTopLevel && site.start !== undefined && isAsync(code, start));
  }
  // Everything was awaited up to the module itself, or a worker's first script.
  const last = sites.at(-1);
  return last?.isTopLevel === true && (last.script.isModule || thread.isWorker);
}

// Where Node itself throws, it may also catch: as it does when it tries whether the name of a package is a URL.
function internalSites(thread: JsThread, { callFrames }: PausedEvent): readonly Site[] {
  const outside = callFrames.findIndex(({ location }) => thread.scriptOf(location.scriptId)?.isInternal !== true);
  return callFrames.slice(0, outside < 0 ? undefined : outside).flatMap((frame) => siteOf(thread, frame) ?? []);
}

// From the throw outwards; nothing where other code stands between, which may catch.
function sitesOf(thread: JsThread, { callFrames, asyncStackTrace }: PausedEvent): readonly Site[] | undefined {
  const isForeign = (script: Script | undefined) => script === undefined || script.isInternal || thread.host.isOwnScript(script.url);
  const scripts = callFrames.map(({ location }) => thread.scriptOf(location.scriptId));
  const own = scripts.findIndex(isForeign);
  if (scripts.slice(own < 0 ? scripts.length : own).some((script) => !isForeign(script))) return undefined;
  const sync = callFrames.slice(0, own < 0 ? undefined : own).flatMap((frame) => siteOf(thread, frame) ?? []);
  const callers: Site[] = [];
  for (let trace: StackTrace | undefined = asyncStackTrace; trace !== undefined; trace = trace.parent)
    for (const { scriptId, lineNumber, columnNumber, functionName } of trace.callFrames) {
      const script = thread.scriptOf(scriptId);
      if (script === undefined || isForeign(script)) continue;
      // Who listens to a promise that a callback of then makes is in no stack.
      if (trace.description !== 'await') return undefined;
      callers.push({ script, line: lineNumber, column: columnNumber, isTopLevel: functionName === '', start: undefined });
    }
  return [...sync, ...callers];
}

function siteOf(thread: JsThread, { location, functionLocation, functionName, scopeChain }: CallFrame): Site | undefined {
  const script = thread.scriptOf(location.scriptId);
  if (script === undefined) return undefined;
  const start = functionLocation === undefined ? undefined : { line: functionLocation.lineNumber, column: functionLocation.columnNumber };
  // The body of a module, of a script, or of what CommonJS wraps around one.
  const isTopLevel = functionName === '' && (scopeChain[0]?.type !== 'local' || (start?.line === 0 && start.column === 0));
  return { script, line: location.lineNumber, column: location.columnNumber, isTopLevel, start };
}

const texts = new WeakMap<Script, Promise<string>>();

function codeOf(thread: JsThread, script: Script): Promise<string> {
  const known =
    texts.get(script) ??
    thread.connection.post('Debugger.getScriptSource', { scriptId: script.id }, scriptSource).then(({ scriptSource: text }) => plainCode(text));
  texts.set(script, known);
  return known;
}

function offsetOf(code: string, { line, column }: { line: number; column: number }): number {
  let start = 0;
  for (let at = 0; at < line; at++) {
    const end = code.indexOf('\n', start);
    if (end < 0) break;
    start = end + 1;
  }
  return start + column;
}

// Within a try that has a catch, in the same function.
function isTried(code: string, at: number, start: number): boolean {
  for (const match of code.slice(start, at).matchAll(/(?<![\w$.])try\s*\{/g)) {
    const end = closing(code, start + match.index + match[0].length - 1);
    if (end > at && /^\s*catch\b/.test(code.slice(end + 1, end + 200))) return true;
  }
  return false;
}

function isAsync(code: string, start: number): boolean {
  return /^async\b/.test(code.slice(start, start + 6)) || /(?<![\w$.])async\s*(?:function\b)?\s*[\w$#]*\s*$/.test(code.slice(Math.max(0, start - 80), start));
}

// What becomes of the promise that this call returns.
function useOfPromise(code: string, at: number): 'awaited' | 'nobody' | 'kept' {
  const before = code.slice(Math.max(0, at - 200), at).replace(/[\w$.\s]*$/, (name) => name.replace(/[\w$]+(?:\s*\.\s*[\w$]*)*$/, ''));
  // V8 names the place of an await by the word itself.
  if (/^await\b/.test(code.slice(at, at + 6))) return 'awaited';
  const open = code.indexOf('(', at);
  const after = open < 0 ? '' : code.slice(closing(code, open) + 1, closing(code, open) + 50);
  if (/^\s*\??\./.test(after)) return 'kept';
  if (/(?<![\w$.])await\s*$/.test(before)) return 'awaited';
  return /(?:^|[;{}]|\n)\s*(?:void\s*)?$/.test(before) && /^\s*(?:[;}]|\n|$)/.test(after) ? 'nobody' : 'kept';
}

function closing(code: string, open: number): number {
  for (let at = open, depth = 0; at < code.length; at++) {
    if (code[at] === '(' || code[at] === '{' || code[at] === '[') depth++;
    else if ((code[at] === ')' || code[at] === '}' || code[at] === ']') && --depth === 0) return at;
  }
  return code.length;
}

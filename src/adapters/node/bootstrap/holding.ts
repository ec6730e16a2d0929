// Holds a CommonJS module that carries a source map until the adapter has placed the breakpoints of its sources: V8 can stop before an ES module, not before these.
import { existsSync, readFileSync } from 'node:fs';
import Module from 'node:module';
import { basename, dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import vm, { runInThisContext } from 'node:vm';
import { markShown, watchUncaught } from './uncaught.ts';

// Under this symbol of the global object the adapter finds `expect`.
const DOOR = Symbol.for('binnacle.debugger');
const MAP_COMMENT = /\/[/*][#@]\s*sourceMappingURL=([^\s'"*\\]+)/g;
// Bundlers may keep each module in a string that is evaluated, with a map and a name of its own.
const EVALUATED = /\/\/# sourceMappingURL=(data:[^\s'"\\]+)\\n\/\/# sourceURL=([^\s'"\\]+)/g;

// The adapter knows a stop in this script, reads the parameters in its frame, binds, and resumes. A script of its own, because the rest of this file is
// passed over by steps, and V8 does not stop in what is passed over.
const hold: unknown = runInThisContext('(function (file, map, content) { debugger; })', { filename: 'binnacle:hold' });

// Names of files with breakpoints that are not bound in this thread; only modules whose map speaks of one of them pay for the stop.
let expected: readonly string[] = [];
// Names of functions with breakpoints.
let functions: readonly string[] = [];
let wrapped = false;
let watches = false;

export function holdModules(program: string): void {
  Object.defineProperty(globalThis, DOOR, {
    enumerable: false,
    configurable: true,
    value: {
      program,
      markShown,
      // Whether it shall show what nobody catches.
      showUncaught(): void {
        if (!watches) watchUncaught();
        watches = true;
      },
      expect(names: readonly string[], functionNames: readonly string[]): void {
        expected = names;
        functions = functionNames;
        if (names.length > 0 || functionNames.length > 0) wrapCompile();
      },
    },
  });
}

// A worker runs its first lines before the adapter could send it anything, so it asks.
export function askWhatToExpect(): void {
  if (typeof hold === 'function') Reflect.apply(hold, undefined, []);
}

// Only once somebody expects something: until then no stack of the program shows that we are there.
function wrapCompile(): void {
  if (wrapped) return;
  wrapped = true;
  wrap(Module.prototype, '_compile', ([content, file]) => [content, file]);
  // jest compiles modules so, past Node's own loader.
  wrap(vm, 'compileFunction', ([content, , options]) => [
    content,
    typeof options === 'object' && options !== null ? Reflect.get(options, 'filename') : undefined,
  ]);
}

function wrap(owner: object, name: string, textAndFile: (parameters: readonly unknown[]) => readonly [unknown, unknown]): void {
  const compile: unknown = Reflect.get(owner, name);
  if (typeof compile !== 'function') return;
  Reflect.set(owner, name, function binnacleCompile(this: unknown, ...parameters: unknown[]): unknown {
    const [content, file] = textAndFile(parameters);
    if ((expected.length > 0 || functions.length > 0) && typeof content === 'string' && typeof file === 'string') holdIfExpected(content, file);
    return Reflect.apply(compile, this, parameters);
  });
}

function holdIfExpected(content: string, file: string): void {
  if (typeof hold !== 'function') return;
  for (const [, inner = '', name = ''] of content.matchAll(EVALUATED))
    if (isExpected(mapText(inner, file))) Reflect.apply(hold, undefined, [name, inner, undefined]);
  const url = [...content.matchAll(MAP_COMMENT)].at(-1)?.[1];
  const map = url === undefined ? undefined : mapText(url, file);
  if (isExpected(map) || functions.some((name) => content.includes(name))) Reflect.apply(hold, undefined, [file, url, content]);
}

function isExpected(map: string | undefined): boolean {
  return map !== undefined && expected.some((name) => map.includes(name));
}

function mapText(url: string, file: string): string | undefined {
  try {
    const inline = /^data:[^,]*?(;base64)?,(.*)$/s.exec(url);
    if (inline !== null) return inline[1] ? Buffer.from(inline[2] ?? '', 'base64').toString() : decodeURIComponent(inline[2] ?? '');
    // Where a build names a place on a server, the map mostly lies beside the script too.
    const name = /^https?:/.test(url) ? basename(url.split(/[?#]/)[0] ?? url) : url;
    const path = url.startsWith('file:') ? fileURLToPath(url) : resolve(dirname(file), decodeURIComponent(name));
    // Whoever stops at caught exceptions must not meet ours.
    return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
  } catch {
    // A map that is not there maps nothing.
    return undefined;
  }
}

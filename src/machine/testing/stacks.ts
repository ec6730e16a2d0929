// Stack traces as the languages print them, taken apart: innermost first.
import { isAbsolute, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RawFrame } from './runnerRow.ts';

// "at total (/shop/cart.ts:3:7)", "at async file:///shop/cart.ts:3:7".
export function v8Frames(trace: string): RawFrame[] {
  return [...trace.matchAll(/^\s*at (?:(.+?) \()?(?:async )?((?:file:\/\/|\/|[A-Za-z]:[\\/]).+?):(\d+):(\d+)\)?\s*$/gm)].map(
    ([, called, file = '', line, column]) => ({
      file: file.startsWith('file:') ? fileURLToPath(file) : file,
      line: Number(line),
      column: Number(column),
      function: called?.replace(/^async /, ''),
    }),
  );
}

// '  File "/shop/cart.py", line 3, in total': Python's are outermost first.
export function pythonFrames(trace: string): RawFrame[] {
  return [...trace.matchAll(/^\s*File "(.+?)", line (\d+)(?:, in (.+))?$/gm)]
    .map(([, file = '', line, called]) => ({ file, line: Number(line), column: 1, function: called }))
    .reverse();
}

// "cart_test.go:12: wrong" of a failed test, and the frames of a panic: "\t/shop/cart.go:3 +0x1d" below the line of the function.
export function goFrames(text: string, folder: string): RawFrame[] {
  const panics = [...text.matchAll(/^(\S.*?)\(.*\)\n\t(\/.+?\.go|[A-Za-z]:\\.+?\.go):(\d+)/gm)].map(([, called, file = '', line]) => ({
    file,
    line: Number(line),
    column: 1,
    function: called,
  }));
  const said = [...text.matchAll(/^\s*([\w./\\-]+\.go):(\d+): /gm)].map(([, file = '', line]) => ({
    file: resolve(folder, file),
    line: Number(line),
    column: 1,
  }));
  const traced = [...text.matchAll(/Error Trace:\s*(\S+?\.go):(\d+)/g)].map(([, file = '', line]) => ({
    file: resolve(folder, file),
    line: Number(line),
    column: 1,
  }));
  return [...panics, ...traced, ...said];
}

// "thread 'tests::adds' panicked at src/lib.rs:12:9:".
export function rustFrames(text: string, folder: string): RawFrame[] {
  return [...text.matchAll(/panicked at (?:'.*', )?(.+?\.rs):(\d+):(\d+)/g)].map(([, file = '', line, column]) => ({
    file: resolve(folder, file),
    line: Number(line),
    column: Number(column),
  }));
}

// "at shop.CartTest.total(CartTest.java:12)": the file is looked up by the class, because Java prints only its name.
export function javaFrames(trace: string, fileOf: (qualifiedClass: string, fileName: string) => string | undefined): RawFrame[] {
  return [...trace.matchAll(/^\s*at (?:[\w.@-]+\/\/?)?([\w.$]+)\.([\w$<>]+)\((\w+\.\w+):(\d+)\)/gm)].flatMap(([, owner = '', method, name = '', line]) => {
    const file = fileOf(owner, name);
    return file === undefined || !isAbsolute(file) ? [] : [{ file, line: Number(line), column: 1, function: `${owner}.${method}` }];
  });
}

export interface ComparedValues {
  readonly expected?: string;
  readonly actual?: string;
}

// What assertion libraries write where they keep no values.
export function comparedIn(message: string): ComparedValues {
  for (const [pattern, expected, actual] of FORMS) {
    const found = pattern.exec(message);
    if (found !== null) return { expected: (found[expected] ?? '').trim(), actual: (found[actual] ?? '').trim() };
  }
  return {};
}

// Which group is what was expected, and which is what there was.
const FORMS: readonly (readonly [RegExp, number, number])[] = [
  // Playwright and jest.
  [/^\s*Expected(?: \w+)?: +(.*)\n\s*Received(?: \w+)?: +(.*)$/m, 1, 2],
  // JUnit.
  [/expected: ?<(.*?)> but was: ?<(.*?)>/s, 1, 2],
  // AssertJ.
  [/Expecting actual:\n\s*(.*)\nto be equal to:\n\s*(.*)/, 2, 1],
  [/expected: (.+)\n\s*but was: (.+)/, 1, 2],
  // Hamcrest.
  [/Expected: (.*)\n\s*but: was (.*)/, 1, 2],
  // Rust.
  [/^\s*left: (.*)\n\s*right: (.*)$/m, 2, 1],
  // testify.
  [/expected: ?(.*)\n\s*actual *: ?(.*)/, 1, 2],
  // Go's own style.
  [/\bgot:? (.+?)[,;]? want(?:ed)?:? (.+)/, 2, 1],
  [/\bwant(?:ed)?:? (.+?)[,;]? got:? (.+)/, 1, 2],
  // unittest.
  [/AssertionError: (.+) != (.+?)(?: :.*)?$/m, 2, 1],
];

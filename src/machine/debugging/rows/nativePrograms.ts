// What can be known of a compiled program and of what it throws, without its debugger's help.
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

const PIECE = 4 * 1024 * 1024;
const LARGEST = 512 * 1024 * 1024;
// The compiler signs its work in a section that survives every build with debug information.
const SIGNATURE = Buffer.from('rustc version ');

export function isRustProgram(path: string): boolean {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch {
    // What is not there is reported by its debugger, in better words.
    return false;
  }
  try {
    const size = Math.min(fstatSync(file).size, LARGEST);
    const piece = Buffer.alloc(PIECE + SIGNATURE.length);
    // The signature is near the end of a program.
    for (let end = size; end > 0; end -= PIECE) {
      const start = Math.max(0, end - PIECE);
      const read = readSync(file, piece, 0, Math.min(piece.length, size - start), start);
      if (piece.subarray(0, read).includes(SIGNATURE)) return true;
    }
    return false;
  } finally {
    closeSync(file);
  }
}

// A class as compilers write it into programs, such as N4shop6BrokenE for shop::Broken; undefined for one with parameters or parts that are not plain names.
export function cppTypeName(value: string): string | undefined {
  const mangled = /"([^"]+)"/.exec(value)?.[1];
  if (mangled === undefined) return undefined;
  const simple = BUILT_IN[mangled];
  if (simple !== undefined) return simple;
  const inner = /^N(.*)E$/.exec(mangled)?.[1] ?? mangled;
  const parts = inner.startsWith('St') ? ['std'] : [];
  for (let rest = inner.startsWith('St') ? inner.slice(2) : inner; rest !== ''; ) {
    const length = Number(/^\d+/.exec(rest)?.[0] ?? 0);
    const start = String(length).length;
    if (length === 0 || rest.length < start + length) return undefined;
    parts.push(rest.slice(start, start + length));
    rest = rest.slice(start + length);
  }
  // Versions of the standard library are nothing that anybody wrote.
  return parts.filter((part) => part !== '__1' && part !== '__cxx11').join('::');
}

const BUILT_IN: Readonly<Record<string, string>> = {
  i: 'int',
  j: 'unsigned int',
  l: 'long',
  d: 'double',
  f: 'float',
  b: 'bool',
  c: 'char',
  PKc: 'const char*',
};

// What Rust prints before it unwinds: the place, then the message, up to the note about backtraces.
export function panicMessage(output: string): string | undefined {
  // Through a terminal lines end otherwise.
  const printed = output.replaceAll('\r\n', '\n');
  const [, text] = /panicked at [^\n]*:\n([\s\S]*?)(?=\nnote: |\nstack backtrace:|\s*$)/.exec(printed.slice(printed.lastIndexOf('panicked at'))) ?? [];
  return text?.trim();
}

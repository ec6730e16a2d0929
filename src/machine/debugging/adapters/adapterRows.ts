// Every debugger that is known here, and which of them runs a file.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { extname } from 'node:path';
import { delve } from '../rows/delve.ts';
import { jsDebug } from '../rows/jsDebug.ts';
import { codelldb, lldb } from '../rows/lldb.ts';
import { node } from '../rows/node.ts';
import { python } from '../rows/python.ts';
import type { AdapterRow } from './adapterRow.ts';

// In the order in which they are tried where several can do the same.
export const adapterRows: readonly AdapterRow[] = [node, python, delve, lldb, codelldb, jsDebug];

export function rowsOfType(type: string): readonly AdapterRow[] {
  // Whoever names a type first among its own is its own debugger.
  return adapterRows.filter((row) => row.types.includes(type)).toSorted((one, other) => one.types.indexOf(type) - other.types.indexOf(type));
}

export function rowNamed(id: string): AdapterRow | undefined {
  return adapterRows.find((row) => row.id === id) ?? rowsOfType(id)[0];
}

// By its extension, else by what its first bytes say.
export async function rowsFor(path: string): Promise<readonly AdapterRow[]> {
  const byName = adapterRows.filter((row) => row.files.test(path));
  if (byName.length > 0) return byName;
  const start = await firstBytes(path);
  const script = /^#!.*?\b(node|python)/.exec(start)?.[1];
  if (script !== undefined) return adapterRows.filter((row) => row.types.includes(script));
  return isProgram(start) ? [lldb, codelldb] : [];
}

export function rowsForTest(type: string): readonly AdapterRow[] {
  const rows = adapterRows.filter((row) => row.test !== undefined && row.types.includes(type));
  // Of those for built programs, the one that knows Rust's own types comes first.
  return rows.toReversed();
}

// What must be built before it can run.
export function isCompiledSource(path: string): boolean {
  return ['.c', '.cc', '.cpp', '.cxx', '.h', '.hpp', '.rs', '.zig', '.swift', '.m', '.mm'].includes(extname(path));
}

// ELF, Mach-O and the programs of Windows.
function isProgram(start: string): boolean {
  return start.startsWith('\x7fELF') || start.startsWith('MZ') || /^(?:\xcf\xfa\xed\xfe|\xfe\xed\xfa\xcf|\xca\xfe\xba\xbe)/.test(start);
}

async function firstBytes(path: string): Promise<string> {
  try {
    if (!(await stat(path)).isFile()) return '';
    let bytes = '';
    for await (const chunk of createReadStream(path, { end: 127, encoding: 'latin1' })) bytes += String(chunk);
    return bytes;
  } catch {
    // What cannot be read is nothing that runs.
    return '';
  }
}

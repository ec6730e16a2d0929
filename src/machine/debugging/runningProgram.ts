// Which debugger goes with a process that runs already, by the program that it runs.
import { open, readlink } from 'node:fs/promises';
import { basename } from 'node:path';
import { startOf } from '../../base/processes/processIdentity.ts';
import { Bound } from '../../base/waiting/abort.ts';
import { seconds } from '../../base/waiting/duration.ts';
import { cannotDebug } from '../../ide/errors/debugErrors.ts';
import type { Processes } from '../processes/processes.ts';
import type { AdapterRow } from './adapters/adapterRow.ts';
import { delve } from './rows/delve.ts';
import { codelldb, lldb } from './rows/lldb.ts';
import { node } from './rows/node.ts';
import { python } from './rows/python.ts';

const LOOKING = seconds(5);

// The named one, or those that fit. Throws cannot_debug where there is no such process, or where the named one would do it harm.
export async function debuggersOfProcess(
  processId: number,
  named: AdapterRow | undefined,
  processes: Processes,
  signal: AbortSignal,
): Promise<readonly AdapterRow[]> {
  if (startOf(processId) === undefined) throw cannotDebug(`process ${processId}`, 'there is no such process', 'Pass the id of a process that runs.');
  const program = await programOf(processId, processes, signal);
  const name = basename(program ?? '').toLowerCase();
  const isNode = /^(?:node|nodejs)(?:[\d.]*|\.exe)$/.test(name);
  // The signal that opens the inspector of Node ends every other program.
  if (named === node && program !== undefined && !isNode)
    throw cannotDebug(`process ${processId}`, `it runs ${name}, which is not Node`, 'Leave debugger out, or name another.');
  if (named !== undefined) return [named];
  if (isNode) return [node];
  if (/^(?:python|pypy)[\d.]*w?(?:\.exe)?$/.test(name)) return [python];
  return program !== undefined && (await isGo(program)) ? [delve, lldb, codelldb] : [lldb, codelldb];
}

// Undefined where the system does not say.
async function programOf(processId: number, processes: Processes, signal: AbortSignal): Promise<string | undefined> {
  if (process.platform === 'linux') return readlink(`/proc/${processId}/exe`).catch(() => undefined);
  if (process.platform === 'win32') return undefined;
  using bound = new Bound(signal, LOOKING);
  const said = await processes.run({ program: 'ps', args: ['-p', String(processId), '-o', 'comm='], cwd: '/' }, bound.signal).catch(() => undefined);
  return said?.code === 0 ? said.stdout.trim() : undefined;
}

// Go's linker leaves this mark for whoever wants to know the modules that a program was built from.
const MARK = Buffer.from('\xff Go buildinf:', 'latin1');
const PIECE = 1024 * 1024;
const FARTHEST = 200 * PIECE;

async function isGo(program: string): Promise<boolean> {
  const file = await open(program, 'r').catch(() => undefined);
  if (file === undefined) return false;
  try {
    const piece = Buffer.alloc(PIECE + MARK.length);
    for (let at = 0; at < FARTHEST; at += PIECE) {
      const { bytesRead } = await file.read(piece, 0, piece.length, at);
      if (piece.subarray(0, bytesRead).includes(MARK)) return true;
      if (bytesRead < piece.length) return false;
    }
    return false;
  } finally {
    await file.close();
  }
}

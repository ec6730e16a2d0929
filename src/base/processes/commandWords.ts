// The words with which processes were started, as far as the system says.
import { readFileSync } from 'node:fs';
import { outputOf } from './ancestors.ts';

// By process; one of which nothing is known is missing.
export async function commandWords(pids: readonly number[]): Promise<ReadonlyMap<number, readonly string[]>> {
  if (process.platform === 'linux') return new Map(pids.flatMap((pid) => onLinux(pid)));
  const output =
    process.platform === 'win32'
      ? await outputOf('powershell.exe', [
          '-NoProfile',
          '-NonInteractive',
          '-Command',
          `Get-CimInstance Win32_Process -Filter "${pids.map((pid) => `ProcessId=${pid}`).join(' OR ')}" | ForEach-Object { '{0} {1}' -f $_.ProcessId, $_.CommandLine }`,
        ])
      : await outputOf('ps', ['-o', 'pid=,command=', '-p', pids.join(',')]);
  return wordsIn(output);
}

// There a word with a space looks like two: what is looked for has none.
export function wordsIn(output: string): ReadonlyMap<number, readonly string[]> {
  return new Map(
    [...output.matchAll(/^\s*(\d+)\s+(\S.*?)\r?$/gm)].map(([, pid, words = '']) => [Number(pid), words.split(/\s+/).map((word) => word.replaceAll('"', ''))]),
  );
}

function onLinux(pid: number): [number, readonly string[]][] {
  try {
    return [[pid, readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(0, -1)]];
  } catch {
    return [];
  }
}

// The log of the daemons as its lines, read back from its files.
import { readFile } from 'node:fs/promises';
import type { Log } from './log.ts';

export interface WrittenLine {
  // ISO 8601.
  readonly time: string;
  readonly level: keyof Log;
  // Of the process that wrote it.
  readonly processId: number;
  // With the lines below it, such as a stack.
  readonly text: string;
}

const LINE = /^(\d{4}-\d\d-\d\dT[\d:.]+Z) (\d+) (info|warn|error) (.*)$/;

// Oldest first. Of a file that was too large, the part before it is beside it.
export async function writtenLines(file: string): Promise<readonly WrittenLine[]> {
  const texts = await Promise.all([`${file}.1`, file].map((each) => readFile(each, 'utf8').catch(() => '')));
  const lines: WrittenLine[] = [];
  for (const line of texts.join('').split('\n')) {
    const [, time, processId, level, text = ''] = LINE.exec(line) ?? [];
    const last = lines.at(-1);
    if (time !== undefined && (level === 'info' || level === 'warn' || level === 'error')) lines.push({ time, level, processId: Number(processId), text });
    // A stack goes on below its line.
    else if (last !== undefined && line !== '') lines[lines.length - 1] = { ...last, text: `${last.text}\n${line}` };
  }
  return lines;
}

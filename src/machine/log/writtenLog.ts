// The log of the daemons of this machine, read back from its files.
import { readFile } from 'node:fs/promises';
import type { IdeLog, LogLine } from '../../ide/doors/ideLog.ts';

const LINE = /^(\d{4}-\d\d-\d\dT[\d:.]+Z) (\d+) (info|warn|error) (.*)$/;

export class WrittenLog implements IdeLog {
  readonly #file: string | undefined;

  // Undefined where nobody writes one.
  constructor(file: string | undefined) {
    this.#file = file;
  }

  async lines(): Promise<readonly LogLine[]> {
    if (this.#file === undefined) return [];
    const texts = await Promise.all([`${this.#file}.1`, this.#file].map((file) => readFile(file, 'utf8').catch(() => '')));
    const lines: LogLine[] = [];
    for (const line of texts.join('').split('\n')) {
      const [, time, processId, level, text = ''] = LINE.exec(line) ?? [];
      const last = lines.at(-1);
      if (time !== undefined && (level === 'info' || level === 'warn' || level === 'error')) lines.push({ time, level, processId: Number(processId), text });
      // A stack goes on below its line.
      else if (last !== undefined && line !== '') lines[lines.length - 1] = { ...last, text: `${last.text}\n${line}` };
    }
    return lines;
  }
}

// A history as an earlier daemon left it, of any size, for tests that read it.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CallRecord } from '../../src/server/history/callRecord.ts';
import { answerLine, headerLine, recordLine } from '../../src/server/history/historyFiles.ts';
import type { Home } from './builtProgram.ts';

// Before the first daemon of this home begins. Answers longer than a row holds are written as the daemon does.
export async function writeHistory(home: Home, records: readonly CallRecord[], answers: ReadonlyMap<string, string> = new Map()): Promise<void> {
  const configuration = join(home.environment['XDG_CONFIG_HOME'] ?? '', 'binnacle');
  await mkdir(configuration, { recursive: true });
  await writeFile(join(configuration, 'settings.json'), JSON.stringify({ maxHistorySize: 20_000 }));
  const folder = join(home.environment['XDG_STATE_HOME'] ?? '', 'binnacle', 'history');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // A process that is provably gone: nobody has this number.
  const lines = [headerLine({ pid: 2 ** 22 + 1, started: '1' }), ...records.map(recordLine), ...[...answers].map(([id, text]) => answerLine(id, text))];
  await writeFile(join(folder, '1-1.jsonl'), lines.join(''), { mode: 0o600 });
}

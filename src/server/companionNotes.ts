// What people write when they reject a diff, as files that the client's person can be pointed to: the answer to a diff has no place for words.
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import type { CallOutcome } from './call/callTool.ts';

const rejected = z.object({ accepted: z.literal(false), file: z.string(), note: z.string() });

export class CompanionNotes implements Disposable {
  // One for each note: what cleans temporary folders may have taken an older one.
  readonly #folders: string[] = [];
  #isOver = false;

  // The URI of a file that holds it; undefined where nothing was written. For this user alone, and gone with the connection.
  of(outcome: CallOutcome): string | undefined {
    const said = outcome.ok ? rejected.safeParse(outcome.value).data : undefined;
    if (said === undefined || this.#isOver) return undefined;
    try {
      const parent = realpathSync(tmpdir());
      // The client ends a mention at a space, and would read another file or none.
      if (/\s/.test(parent)) return undefined;
      const folder = mkdtempSync(join(parent, 'binnacle-note-'));
      const path = join(folder, `note-${this.#folders.push(folder)}.md`);
      writeFileSync(path, `The person rejected the change of ${said.file} with this note:\n\n${said.note}\n`, { mode: 0o600, flag: 'wx' });
      return pathToFileURL(path).href;
    } catch {
      // It is a rejection in any case, which the client must hear of; the history has the note.
      return undefined;
    }
  }

  [Symbol.dispose](): void {
    this.#isOver = true;
    for (const folder of this.#folders) rmSync(folder, { recursive: true, force: true });
  }
}

// Whether VS Code has heard of what changed on disk: until it has, its extensions answer for the text of before.
import { existsSync, statSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import * as vscode from 'vscode';
import { pathOf } from '../../base/files/fileUri.ts';
import { untilAborted } from '../../base/waiting/abort.ts';
import { milliseconds, seconds } from '../../base/waiting/duration.ts';
import type { Documents, FileChange } from '../../ide/doors/documents.ts';
import { cancelled } from '../../ide/errors/errors.ts';
import type { Project } from '../../ide/ide.ts';
import { portUri } from './ask.ts';
import { DeletedDocuments } from './deletedDocuments.ts';

export interface HeardOptions {
  readonly project: Project;
  readonly disk: Documents;
  // Only what extensions read is worth waiting for: VS Code is notified of few other files.
  readonly matters: (uri: string) => boolean;
}

// VS Code gathers events for up to a third of a second; on a busy machine it takes several times that.
const LONGEST_WAIT = seconds(6);
// TypeScript's extension passes events on to its server after a tenth of a second.
const PASSED_ON = milliseconds(150);
const BETWEEN_LOOKS = milliseconds(20);
// The times of files and our clock may differ by a few ticks of the system's timer.
const TICKS = milliseconds(10);
// We may hear of a deletion later than VS Code does, and a file that is gone has no time of its own.
const DELETED_EARLIER = seconds(1);

const FIRST_FOLDER = 'file:///'.length;

export class HeardChanges implements Disposable {
  readonly #disk: Documents;
  readonly #subscriptions: Disposable[];
  // What the watcher reported and VS Code has not: by file, the moment from which on its word counts.
  readonly #awaited = new Map<string, number>();
  // When VS Code last said something about a file.
  readonly #heard = new Map<string, number>();
  // What VS Code never spoke of, although it was waited for; forgotten when it does.
  readonly #unheard = new Set<string>();
  readonly #deleted = new DeletedDocuments();
  #settling: Promise<void> | undefined;

  constructor({ project, disk, matters }: HeardOptions) {
    this.#disk = disk;
    const watcher = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(vscode.Uri.parse(project.uri), '**'));
    const hear = (uri: vscode.Uri) => {
      const heard = portUri(uri);
      this.#heard.set(heard, Date.now());
      // Of a folder that went, VS Code does not say what was in it.
      for (const each of [...this.#unheard]) if (each === heard || each.startsWith(`${heard}/`)) this.#unheard.delete(each);
    };
    for (const event of [watcher.onDidCreate, watcher.onDidChange, watcher.onDidDelete]) event(hear);
    this.#subscriptions = [
      { [Symbol.dispose]: () => watcher.dispose() },
      disk.onChanges((changes) => {
        for (const change of changes) if (matters(change.uri)) this.#awaited.set(change.uri, momentOf(change));
      }),
    ];
  }

  // Returns when VS Code knows everything that the watcher has reported, or has had its time.
  async settle(signal: AbortSignal): Promise<void> {
    if (this.#awaited.size === 0 && this.#settling === undefined) return;
    this.#settling ??= this.#settle().finally(() => {
      this.#settling = undefined;
    });
    await untilAborted(this.#settling, signal, cancelled);
  }

  // Files that changed or went without VS Code minding it, as far as is known.
  unheard(): readonly string[] {
    return [...new Set([...this.#unheard, ...this.#deleted.held()])].sort();
  }

  [Symbol.dispose](): void {
    for (const subscription of this.#subscriptions) subscription[Symbol.dispose]();
  }

  async #settle(): Promise<void> {
    const deadline = Date.now() + LONGEST_WAIT;
    const changed = new Set<string>();
    while (this.#awaited.size > 0) {
      for (const [uri, moment] of this.#awaited) {
        const isHeard = this.#lastHeard(uri) >= moment;
        if (!isHeard && Date.now() < deadline) continue;
        if (!isHeard) this.#unheard.add(uri);
        this.#awaited.delete(uri);
        changed.add(uri);
      }
      if (this.#awaited.size > 0) await pause(BETWEEN_LOOKS);
    }
    for (const uri of changed) await this.#deleted.follow(uri);
    await pause(PASSED_ON);
    for (const uri of changed) if (!(await this.#isReloaded(uri, deadline))) this.#unheard.add(uri);
    if (this.#heard.size > 10_000) this.#heard.clear();
  }

  // Of the file, or of a folder that went with it.
  #lastHeard(uri: string): number {
    let last = this.#heard.get(uri) ?? 0;
    if (existsSync(pathOf(uri))) return last;
    for (let end = uri.lastIndexOf('/'); end > FIRST_FOLDER; end = uri.lastIndexOf('/', end - 1))
      last = Math.max(last, this.#heard.get(uri.slice(0, end)) ?? 0);
    return last;
  }

  // An editor without unsaved text shows what is on disk; VS Code puts it there some moments after the event.
  async #isReloaded(uri: string, deadline: number): Promise<boolean> {
    for (;;) {
      const document = vscode.workspace.textDocuments.find((open) => portUri(open.uri) === uri);
      if (document === undefined || document.isDirty) return true;
      const onDisk = await this.#disk.read(uri, AbortSignal.timeout(LONGEST_WAIT)).catch(() => undefined);
      if (onDisk === undefined || onDisk.text === document.getText()) return true;
      if (Date.now() > deadline) return false;
      await pause(BETWEEN_LOOKS);
    }
  }
}

function momentOf({ uri, kind }: FileChange): number {
  if (kind === 'deleted') return Date.now() - DELETED_EARLIER;
  // A file that was moved here keeps the time of its text; when it came is the time of its entry.
  const stats = statSync(pathOf(uri), { throwIfNoEntry: false });
  return Math.min(stats === undefined ? Number.POSITIVE_INFINITY : Math.max(stats.mtimeMs, stats.ctimeMs), Date.now()) - TICKS;
}

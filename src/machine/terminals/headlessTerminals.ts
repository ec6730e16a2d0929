// The terminals of a project: opened in its folders, with a clean environment, and closed with whoever opened them.
import { stat } from 'node:fs/promises';
import { pathOf } from '../../base/files/fileUri.ts';
import { minutes } from '../../base/waiting/duration.ts';
import type { Authorship, Changes } from '../../ide/doors/changes.ts';
import type { Documents } from '../../ide/doors/documents.ts';
import type { Shell, Terminals, TerminalsEvent, WantedTerminal } from '../../ide/doors/terminals.ts';
import { projectNotTrusted } from '../../ide/errors/debugErrors.ts';
import { notAFolder } from '../../ide/errors/errors.ts';
import { programNotFound, tooManyTerminals } from '../../ide/errors/runErrors.ts';
import type { Project } from '../../ide/ide.ts';
import type { Processes } from '../processes/processes.ts';
import { type Share, Shares, withoutOldest } from '../processes/shares.ts';
import { shellCommand } from '../processes/shell.ts';
import { HeadlessTerminal } from './headlessTerminal.ts';
import { ownShell, shellsHere } from './shells.ts';
import { TerminalRecord } from './terminalRecord.ts';

export interface TerminalsDependencies {
  readonly project: Project;
  readonly documents: Documents;
  readonly processes: Processes;
  readonly changes: Pick<Changes, 'observe'>;
  readonly share?: Share;
}

const SHARE: Share = { each: 16, all: 48 };
const ENDED: Share = { each: 8, all: 40 };
// Of somebody whose connection ends with each call, and who has not come back.
const UNOWNED = minutes(30);

export class HeadlessTerminals implements Terminals {
  readonly #room: TerminalsDependencies;
  readonly #shares: Shares;
  readonly #sweeper: NodeJS.Timeout;
  #terminals: HeadlessTerminal[] = [];
  readonly #listeners = new Set<(event: TerminalsEvent) => void>();
  #opened = 0;

  constructor(room: TerminalsDependencies) {
    this.#room = room;
    this.#shares = new Shares(room.share ?? SHARE, ({ whose, most, own }) => tooManyTerminals(whose, most, own));
    this.#sweeper = setInterval(() => this.#sweep(), minutes(1));
    this.#sweeper.unref();
  }

  async open(wanted: WantedTerminal, authorship: Authorship, signal: AbortSignal): Promise<HeadlessTerminal> {
    const { project, processes, changes } = this.#room;
    if (!project.trusted) throw projectNotTrusted(project);
    using _ = this.#shares.reserve(wanted.owner, this.#live());
    const { program, args } = wanted.line === undefined ? ownShell() : shellCommand(wanted.line);
    const cwd = await this.#folder(wanted.folder ?? '.');
    const { columns, rows, environment = {} } = wanted;
    const record = new TerminalRecord(changes);
    await record.begin(authorship, signal);
    const pty = await processes
      .spawnPty({ program, args, cwd, environment: { COLORTERM: 'truecolor', ...environment } }, { columns, rows })
      .catch(async (error: unknown) => {
        await record.end();
        throw programNotFound(program, error instanceof Error ? error.message : String(error));
      });
    const terminal: HeadlessTerminal = new HeadlessTerminal(`t${++this.#opened}`, wanted, pty, record, () => this.#report({ kind: 'resized', terminal }));
    this.#terminals.push(terminal);
    this.#forgetOld();
    this.#report({ kind: 'opened', terminal });
    void terminal.ended.then(() => this.#report({ kind: 'ended', terminal }));
    return terminal;
  }

  list(): readonly HeadlessTerminal[] {
    for (const terminal of this.#terminals) terminal.usedAt = Date.now();
    return this.#terminals;
  }

  shells(): readonly Shell[] {
    return shellsHere();
  }

  onEvent(listener: (event: TerminalsEvent) => void): Disposable {
    this.#listeners.add(listener);
    return { [Symbol.dispose]: () => this.#listeners.delete(listener) };
  }

  #report(event: TerminalsEvent): void {
    for (const listener of [...this.#listeners]) listener(event);
  }

  ownerLeft(owner: string): void {
    for (const terminal of this.#live()) if (terminal.owner === owner) void terminal.close();
  }

  async close(): Promise<void> {
    clearInterval(this.#sweeper);
    await Promise.all(this.#live().map((terminal) => terminal.close()));
  }

  // Through symlinks: whatever it is called, the program does not start elsewhere.
  async #folder(folder: string): Promise<string> {
    const path = pathOf(await this.#room.documents.locate(folder));
    const found = await stat(path).catch(() => undefined);
    if (found?.isDirectory() !== true) throw notAFolder(folder);
    return path;
  }

  #live(): readonly HeadlessTerminal[] {
    return this.#terminals.filter(({ state }) => state.state === 'running');
  }

  #forgetOld(): void {
    this.#terminals = withoutOldest(this.#terminals, ({ state }) => state.state === 'ended', ENDED);
  }

  #sweep(): void {
    for (const terminal of this.#live()) if (terminal.owner === undefined && Date.now() - terminal.usedAt > UNOWNED) void terminal.close();
  }
}

// The VS Code windows whose IDE this daemon works through: found where they announce themselves, asked, and heard of when others come.
import { type FSWatcher, watch } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import type { Log } from '../../base/log.ts';
import { build } from '../../base/version.ts';
import { seconds } from '../../base/waiting/duration.ts';
import type { Ide, Project } from '../../ide/ide.ts';
import { connected } from '../door/attach.ts';
import { greeting } from '../door/greeting.ts';
import { type DoorHello, LONGEST_HELLO, parseReply } from '../door/hello.ts';
import { privateFolder } from '../folders.ts';
import { liveWindows, type Window } from '../instances/windows.ts';
import { lineageOf } from '../people/lineage.ts';

// The IDE of a window, over its connection.
export interface WindowIde {
  readonly ide: Ide;
  // Whether the window can change files.
  readonly writes: boolean;
  readonly closed: Promise<void>;
  // Lets the window take the right to write; false where another process has it.
  take(): Promise<boolean>;
}

// own: this process's IDE of the same project.
export type ForwardTo = (connection: { socket: Socket; project: Project; own: Ide; onTrouble: (text: string) => void }) => Promise<WindowIde>;

export interface ServingWindowsOptions {
  readonly state: string;
  readonly log: Log;
  readonly forward: ForwardTo;
}

// A window whose other extensions keep it busy is waited for only so long; it is asked again when it changes what it announces.
const LONGEST_ANSWER = seconds(5);
// Several files change together when a window comes; one look is enough.
const GATHERING = 50;

export class ServingWindows implements Disposable {
  readonly #options: ServingWindowsOptions;
  #watcher: FSWatcher | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: ServingWindowsOptions) {
    this.#options = options;
  }

  // Called soon after a window has come, or has opened or closed a folder.
  onComing(listener: () => void): void {
    const folder = privateFolder(join(this.#options.state, 'windows'));
    this.#watcher = watch(folder, { persistent: false }, () => {
      this.#timer ??= setTimeout(() => {
        this.#timer = undefined;
        listener();
      }, GATHERING);
      this.#timer.unref();
    });
    // Whoever deletes the folder loses windows, and not the daemon.
    this.#watcher.on('error', (error) => this.#options.log.warn(`windows of VS Code are not seen any more: ${String(error)}`));
  }

  // The oldest first. One of another build is not worked through: it may mean something else by the same words.
  of(root: string): readonly Window[] {
    const there = liveWindows(this.#options.state).filter(({ projects }) => projects.includes(root));
    for (const { pid, version } of there.filter((window) => window.build !== build))
      this.#options.log.warn(`the VS Code window ${pid} has ${root} open with another Binnacle (${version}), and is not worked through`);
    return there.filter((window) => window.build === build);
  }

  // Undefined where it does not answer, or refuses.
  async connect({ pid, socket: address, key }: Window, project: Project, own: Ide): Promise<WindowIde | undefined> {
    const { log, forward, state } = this.#options;
    const onTrouble = (text: string) => log.warn(`the VS Code window ${pid}: ${text}`);
    const { startedFor, chain } = await lineageOf(pid, state, undefined);
    // Whatever it answered would be taken for the person's window by everyone else.
    if (startedFor === 'agent') {
      onTrouble(`an agent started it, so it is not worked through: ${chain}`);
      return undefined;
    }
    const socket = await connected(address);
    if (socket === undefined) return undefined;
    socket.on('error', () => socket.destroy());
    const giveUp = setTimeout(() => socket.destroy(new Error('no answer')), LONGEST_ANSWER);
    try {
      socket.write(`${JSON.stringify({ ...greeting(key), control: 'ide', project: project.path } satisfies DoorHello)}\n`);
      const reply = parseReply(await firstLine(socket));
      if (reply?.binnacle === 'ide') return await forward({ socket, project, own, onTrouble });
      onTrouble(reply?.binnacle === 'refused' ? reply.why : 'it does not answer');
    } catch (error) {
      onTrouble(String(error));
    } finally {
      clearTimeout(giveUp);
    }
    socket.destroy();
    return undefined;
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
    this.#watcher?.close();
  }
}

// What comes after it stays in the stream. Empty where none comes.
function firstLine(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    let text = Buffer.alloc(0);
    const done = (line: string) => {
      socket.off('data', read);
      socket.off('close', gone);
      socket.pause();
      resolve(line);
    };
    const gone = () => done('');
    const read = (chunk: Buffer) => {
      text = Buffer.concat([text, chunk]);
      const end = text.indexOf(0x0a);
      if (end < 0 && text.length <= LONGEST_HELLO) return;
      // Stopped first: what is put back into a stream that flows comes at once, here again.
      done(end < 0 ? '' : text.toString('utf8', 0, end));
      if (end >= 0 && end + 1 < text.length) socket.unshift(text.subarray(end + 1));
    };
    socket.on('data', read);
    socket.on('close', gone);
  });
}

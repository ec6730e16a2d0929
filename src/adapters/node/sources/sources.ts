// What a place is called in DAP: a file where there is one, else a number under which the text can be asked for.
import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { DebugProtocol } from '@vscode/debugprotocol';
import { scriptSource } from '../cdp/cdp.ts';
import { unknownSource } from '../session/refusals.ts';
import type { JsThread } from '../thread/jsThread.ts';
import type { DebugPlace, Script } from './script.ts';

interface Virtual {
  readonly thread: JsThread;
  readonly script: Script;
  // A source of the script's map that is not on disk.
  readonly source: string | undefined;
}

export class Sources {
  readonly #virtual = new Map<number, Virtual>();
  readonly #numbers = new Map<string, number>();
  readonly #onDisk = new Map<string, boolean>();
  // The client's own spelling of a file whose real path differs.
  readonly #spellings = new Map<string, string>();

  learnSpelling(real: string, file: string): void {
    if (real !== file) this.#spellings.set(real, file);
  }

  sourceOf(thread: JsThread, place: Pick<DebugPlace, 'script' | 'source'>): DebugProtocol.Source {
    const { script, source } = place;
    const path = source ?? script.path;
    const hint = thread.host.settings.skipping.skips(path ?? script.url) ? { presentationHint: 'deemphasize' as const } : {};
    if (path !== undefined && this.#isFile(path)) return { name: basename(path), path: this.#spellings.get(path) ?? path, ...hint };
    const name = source ?? (script.url || `VM${script.id}`);
    return {
      name: basename(name),
      path: name,
      sourceReference: this.#numberOf({ thread, script, source }),
      ...(script.isInternal && { origin: 'internal module' }),
      ...hint,
    };
  }

  async textOf(reference: number): Promise<string> {
    const virtual = this.#virtual.get(reference);
    if (virtual === undefined) throw unknownSource(reference);
    const { thread, script, source } = virtual;
    const content = source === undefined ? undefined : script.map?.contentOf(source);
    return content ?? (await thread.connection.post('Debugger.getScriptSource', { scriptId: script.id }, scriptSource)).scriptSource;
  }

  textOfFile(path: string): string {
    return readFileSync(path, 'utf8');
  }

  scriptOf(reference: number): Virtual | undefined {
    return this.#virtual.get(reference);
  }

  forget(thread: JsThread): void {
    for (const [number, virtual] of this.#virtual) if (virtual.thread === thread) this.#virtual.delete(number);
  }

  #numberOf(virtual: Virtual): number {
    const key = `${virtual.thread.id} ${virtual.script.id} ${virtual.source ?? ''}`;
    const number = this.#numbers.get(key) ?? this.#numbers.size + 1;
    this.#numbers.set(key, number);
    this.#virtual.set(number, virtual);
    return number;
  }

  #isFile(path: string): boolean {
    const known = this.#onDisk.get(path) ?? existsSync(path);
    this.#onDisk.set(path, known);
    return known;
  }
}

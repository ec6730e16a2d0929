// Which disk changes an engine wants to hear of: its own sources and configuration, and what it has registered for beyond them.
import { basename } from 'node:path/posix';
import { z } from 'zod';
import { pathOf } from '../../../../../base/files/fileUri.ts';
import { sensibleGlobMatcher } from '../../../../../base/patterns/glob.ts';
import type { DiskChange } from '../../../../../machine/files/diskChanges.ts';
import type { Registration } from '../../../../../wire/lspClient.ts';
import type { EngineRow } from '../engineRow.ts';

const WATCHED_FILES = 'workspace/didChangeWatchedFiles';

export class WatchedFiles {
  readonly #row: EngineRow;
  readonly #root: string;
  readonly #registered = new Map<string, readonly ((path: string) => boolean)[]>();

  constructor(row: EngineRow, root: string) {
    this.#row = row;
    this.#root = root;
  }

  registered(registrations: readonly Registration[]): void {
    for (const { id, method, registerOptions } of registrations) {
      if (method === WATCHED_FILES) this.#registered.set(id, this.#matchersOf(registerOptions));
    }
  }

  unregistered(ids: readonly string[]): void {
    for (const id of ids) this.#registered.delete(id);
  }

  wants(change: DiskChange): boolean {
    const name = basename(decodeURIComponent(change.uri));
    const own = [...this.#row.alsoReads, ...this.#row.languages.flatMap(({ extensions }) => extensions)];
    if (own.some((extension) => name.endsWith(extension))) return true;
    const path = slashed(pathOf(change.uri));
    return [...this.#registered.values()].some((matchers) => matchers.some((matches) => matches(path)));
  }

  // A pattern for every file says nothing about what the server cares for, and would wake it for each log line somebody writes.
  #matchersOf(registerOptions: unknown): readonly ((path: string) => boolean)[] {
    const parsed = watchers.safeParse(registerOptions);
    if (!parsed.success) return [];
    return parsed.data.watchers.flatMap(({ globPattern }) => {
      const { base, pattern } = typeof globPattern === 'string' ? { base: this.#root, pattern: globPattern } : partsOf(globPattern);
      if (/(?:^|\/)\*\*(?:\/\*)?$/.test(pattern)) return [];
      return [matcherOf(slashed(base), pattern)];
    });
  }
}

const relativePattern = z.object({ baseUri: z.union([z.string(), z.object({ uri: z.string() })]), pattern: z.string() });
const watchers = z.object({ watchers: z.array(z.object({ globPattern: z.union([z.string(), relativePattern]) })) });

function partsOf({ baseUri, pattern }: z.output<typeof relativePattern>): { base: string; pattern: string } {
  return { base: pathOf(typeof baseUri === 'string' ? baseUri : baseUri.uri), pattern };
}

function matcherOf(base: string, pattern: string): (path: string) => boolean {
  const matches = sensibleGlobMatcher([pattern], { hidden: true });
  if (pattern.startsWith('/') || /^[a-zA-Z]:/.test(pattern)) return matches;
  return (path) => path.startsWith(`${base}/`) && matches(path.slice(base.length + 1));
}

function slashed(path: string): string {
  return path.replaceAll('\\', '/');
}

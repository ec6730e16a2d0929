// What a tsconfig.json that was written for TypeScript 5 or older means where it says nothing: 6 and 7 have other defaults, so both are sent those of its time.
import { basename, dirname } from 'node:path';
import { findNodeAtLocation, parseTree } from 'jsonc-parser';
import { pathOf, uriOf } from '../../../../base/files/fileUri.ts';
import { packageVersionFor } from '../../../../base/files/packageVersion.ts';
import type { DiskChange } from '../../../../machine/files/diskChanges.ts';
import { textOrNothing } from '../engine/documents/sourceText.ts';
import type { EngineSession } from '../engine/engineSession.ts';
import { TsConfig } from './tsconfig.ts';

// As they were until TypeScript 5.9; each is written only where neither the configuration nor its bases say something else.
const DEFAULTS = { types: ['*'], strict: false, noUncheckedSideEffectImports: false } as const;
const FIRST_WITH_OTHERS = 6;

const NAMES = ['tsconfig.json', 'jsconfig.json'];
const CONFIG = /^[tj]sconfig.*\.json$/;

export class EarlierDefaults {
  readonly #session: EngineSession;
  // By the path of a configuration: what it leaves to the defaults.
  readonly #unset = new Map<string, readonly string[]>();
  readonly #read = new Set<string>();
  #isOutdated = false;

  constructor(session: EngineSession) {
    this.#session = session;
  }

  // A configuration has changed, and what was said of it cannot be taken back from an engine that has loaded it.
  get outdated(): boolean {
    return this.#isOutdated;
  }

  // The configurations are held open, as the engine takes the texts of open documents before those on disk.
  async send(signal: AbortSignal): Promise<void> {
    const { documents } = this.#session.project;
    for (const { uri } of await documents.list({ include: NAMES.flatMap((name) => [name, `**/${name}`]) }, signal)) {
      const config = await TsConfig.load(pathOf(uri), (path) => {
        this.#read.add(path);
        return this.#textAt(path, signal);
      });
      for (const [path, unset] of config.unsetOptions(Object.keys(DEFAULTS))) {
        if (unset.length === 0 || this.#unset.has(path) || (packageVersionFor(dirname(path), 'typescript')?.major ?? FIRST_WITH_OTHERS) >= FIRST_WITH_OTHERS)
          continue;
        this.#unset.set(path, unset);
        await this.#session.documents.pinText(uriOf(path), signal);
      }
    }
  }

  // The text to send in place of a document's own.
  textFor(uri: string, text: string): string {
    const unset = this.#unset.get(pathOf(uri));
    return unset === undefined ? text : withOptions(text, unset);
  }

  filesChanged(changes: readonly DiskChange[]): void {
    if (this.#unset.size === 0) return;
    this.#isOutdated ||= changes.some(({ uri }) => CONFIG.test(basename(pathOf(uri))) || this.#read.has(pathOf(uri)));
  }

  async #textAt(path: string, signal: AbortSignal): Promise<string | undefined> {
    return (await textOrNothing(this.#session, uriOf(path), signal))?.text;
  }
}

// Behind the last option, on its line: places of everything before it stay what they are.
function withOptions(text: string, unset: readonly string[]): string {
  const root = parseTree(text, [], { allowTrailingComma: true });
  if (root?.type !== 'object') return text;
  const written = Object.entries(DEFAULTS)
    .filter(([name]) => unset.includes(name))
    .map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`)
    .join();
  const options = findNodeAtLocation(root, ['compilerOptions']);
  if (options === undefined) return inserted(text, root.offset + 1, `"compilerOptions":{${written}}${(root.children ?? []).length > 0 ? ',' : ''}`);
  if (options.type !== 'object') return text;
  const last = options.children?.at(-1);
  return last === undefined ? inserted(text, options.offset + 1, written) : inserted(text, last.offset + last.length, `,${written}`);
}

function inserted(text: string, at: number, more: string): string {
  return `${text.slice(0, at)}${more}${text.slice(at)}`;
}

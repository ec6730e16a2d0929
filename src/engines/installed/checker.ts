// What one version of TypeScript says about files as they are and as they would be, with the configurations that include them.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type ts from 'typescript';
import { Service } from './service.ts';

export interface CheckRequest {
  // Absolute paths; nothing above the root is looked at for configurations.
  readonly root: string;
  readonly files: readonly string[];
  // As they would be; null for a file that goes.
  readonly texts: Readonly<Record<string, string | null>>;
}

export interface Found {
  readonly file: string;
  readonly line: number;
  readonly character: number;
  readonly code: number;
  readonly message: string;
}

export interface CheckedTexts {
  readonly before: readonly Found[];
  readonly after: readonly Found[];
}

const NAMES = ['tsconfig.json', 'jsconfig.json'];
// A cycle of references would have no end.
const MOST_REFERENCES = 200;

export class Checker {
  readonly #typescript: typeof ts;
  readonly #services = new Map<string, Service>();

  constructor(typescript: typeof ts) {
    this.#typescript = typescript;
  }

  answer({ root, files, texts }: CheckRequest): CheckedTexts {
    const known = new Map<string, ts.ParsedCommandLine | undefined>();
    const owners = new Map(files.map((file) => [file, this.#configOf(file, root, known)]));
    const foundIn = (overlay: CheckRequest['texts']) => {
      const shown = new Map<string, Service>();
      return files.flatMap((file) => {
        const config = owners.get(file);
        const command = config === undefined ? undefined : known.get(config);
        // What no configuration includes, the project's compiler does not check either.
        if (config === undefined || command === undefined) return [];
        const service = shown.get(config) ?? this.#shown(config, command, overlay);
        shown.set(config, service);
        return service.errorsIn(file);
      });
    };
    return { before: foundIn({}), after: foundIn(texts) };
  }

  #shown(config: string, command: ts.ParsedCommandLine, overlay: CheckRequest['texts']): Service {
    const service = this.#services.get(config) ?? new Service(this.#typescript, dirname(config));
    this.#services.set(config, service);
    service.show(command, overlay);
    return service;
  }

  // The nearest that includes the file, itself or through what it refers to; of a file that is yet to come, the nearest.
  #configOf(file: string, root: string, known: Map<string, ts.ParsedCommandLine | undefined>): string | undefined {
    for (let folder = dirname(file); ; folder = dirname(folder)) {
      for (const name of NAMES) {
        const config = join(folder, name);
        if (!existsSync(config)) continue;
        const found = this.#includer(config, file, known);
        if (found !== undefined) return found;
        if (!existsSync(file)) return config;
      }
      if (folder === root || dirname(folder) === folder) return undefined;
    }
  }

  #includer(start: string, file: string, known: Map<string, ts.ParsedCommandLine | undefined>): string | undefined {
    const seen = new Set<string>();
    const queue = [start];
    for (let config = queue.shift(); config !== undefined && seen.size < MOST_REFERENCES; config = queue.shift()) {
      if (seen.has(config)) continue;
      seen.add(config);
      if (!known.has(config)) known.set(config, this.#parsed(config));
      const command = known.get(config);
      if (command?.fileNames.includes(file)) return config;
      queue.push(...(command?.projectReferences ?? []).map((reference) => this.#typescript.resolveProjectReferencePath(reference)));
    }
    return undefined;
  }

  #parsed(config: string): ts.ParsedCommandLine | undefined {
    return this.#typescript.getParsedCommandLineOfConfigFile(config, {}, { ...this.#typescript.sys, onUnRecoverableConfigFileDiagnostic: () => {} });
  }
}

// Which language a file is in by its name, as the manifests of VS Code's extensions say it.
import { basename } from 'node:path/posix';
import { sensibleGlobMatcher } from '../../base/patterns/glob.ts';

export interface LanguageContribution {
  readonly id: string;
  readonly extensions: readonly string[];
  readonly filenames: readonly string[];
  readonly filenamePatterns: readonly string[];
}

export class LanguageNames {
  readonly #byName = new Map<string, string>();
  readonly #byEnding = new Map<string, string>();
  readonly #patterns: { readonly matches: (path: string) => boolean; readonly id: string }[] = [];

  constructor(contributions: readonly LanguageContribution[]) {
    for (const { id, extensions, filenames, filenamePatterns } of contributions) {
      for (const name of filenames) this.#byName.set(name.toLowerCase(), id);
      for (const ending of extensions) if (!this.#byEnding.has(ending.toLowerCase())) this.#byEnding.set(ending.toLowerCase(), id);
      for (const pattern of filenamePatterns)
        this.#patterns.push({ matches: sensibleGlobMatcher([pattern.includes('/') ? pattern : `**/${pattern}`], { hidden: true, ignoresCase: true }), id });
    }
  }

  // As VS Code decides: the whole name before a pattern, a pattern before an ending, and of endings the longest.
  languageOf(uri: string): string | undefined {
    const path = decodeURIComponent(uri.replace(/^\w+:\/\//, ''));
    const name = basename(path).toLowerCase();
    const named = this.#byName.get(name) ?? this.#patterns.find(({ matches }) => matches(path))?.id;
    if (named !== undefined) return named;
    for (let dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1)) {
      const language = this.#byEnding.get(name.slice(dot));
      if (language !== undefined) return language;
    }
    return undefined;
  }
}

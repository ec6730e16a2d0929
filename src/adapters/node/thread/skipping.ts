// Which files steps pass over: the globs of skipFiles, as V8's patterns and as a question about one file.
import picomatch from 'picomatch';

export interface Skipping {
  // For the names that V8 has.
  readonly patterns: readonly string[];
  // Whether sources behind maps can be concerned at all.
  readonly concernsSources: boolean;
  skips(pathOrUrl: string): boolean;
}

const INTERNALS = /^<node_internals>\//;

export function skippingOf(globs: readonly string[], own: readonly string[]): Skipping {
  const wanted = globs.filter((glob) => !glob.startsWith('!')).map(expressionOf);
  const unwanted = globs.filter((glob) => glob.startsWith('!')).map((glob) => expressionOf(glob.slice(1)));
  const except = unwanted.length === 0 ? '' : `(?!${unwanted.join('|')})`;
  const patterns = [...own, ...wanted.map((expression) => `^${except}(?:${expression})`)];
  const expressions = patterns.map((pattern) => new RegExp(pattern));
  return {
    patterns,
    concernsSources: globs.some((glob) => !INTERNALS.test(glob)),
    skips: (name) => expressions.some((expression) => expression.test(name.replaceAll('\\', '/'))),
  };
}

function expressionOf(glob: string): string {
  if (INTERNALS.test(glob)) return 'node:.*';
  const { source } = picomatch.makeRe(glob.replaceAll('\\', '/'), { dot: true });
  return `(?:file:\\/\\/\\/?)?(?:${source.replace(/^\^/, '')})`;
}

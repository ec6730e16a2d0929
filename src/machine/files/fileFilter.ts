// Which of the listed files a query means.
import { GlobError, globMatcher, isGlob } from '../../base/patterns/glob.ts';
import type { FileQuery } from '../../ide/doors/documents.ts';
import { invalidPattern } from '../../ide/errors/errors.ts';

// `under` is relative with forward slashes, empty for the whole project.
export function fileFilter(query: FileQuery, under: string): (path: string) => boolean {
  const included = anyOf(query.include);
  const excluded = anyOf(query.exclude);
  const prefix = under === '' ? '' : `${under}/`;
  return (path) => path.startsWith(prefix) && (included?.(path) ?? true) && !(excluded?.(path) ?? false);
}

function anyOf(globs: readonly string[] | undefined): ((path: string) => boolean) | undefined {
  if (globs === undefined || globs.length === 0) return undefined;
  const matchers = globs.map(matcherOf);
  return (path) => matchers.some((matches) => matches(path));
}

function matcherOf(glob: string): (path: string) => boolean {
  try {
    return globMatcher(patternsOf(glob), { hidden: true, negates: true });
  } catch (error) {
    if (error instanceof GlobError) throw invalidPattern(glob.slice(0, 80), error.message.replace(/\.$/, ''), 'Give several simpler globs.');
    throw error;
  }
}

// As agents mean it: "*.ts" and "README.md" name files anywhere, "src" and "src/" everything in the folder.
function patternsOf(glob: string): string | string[] {
  const pattern = glob.replaceAll('\\', '/').replace(/^\.?\//, '');
  if (pattern.endsWith('/')) return `${pattern}**`;
  const anywhere = pattern.includes('/') ? [pattern] : [pattern, `**/${pattern}`];
  return isGlob(pattern) ? anywhere : [...anywhere, ...anywhere.map((one) => `${one}/**`)];
}

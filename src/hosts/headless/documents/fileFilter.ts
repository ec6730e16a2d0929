// Which of the listed files a query means.
import picomatch from 'picomatch';
import type { FileQuery } from '../../../ide/documents.ts';

// `under` is relative with forward slashes, empty for the whole project.
export function fileFilter(query: FileQuery, under: string): (path: string) => boolean {
  const included = anyOf(query.include);
  const excluded = anyOf(query.exclude);
  const prefix = under === '' ? '' : `${under}/`;
  return (path) => path.startsWith(prefix) && (included?.(path) ?? true) && !(excluded?.(path) ?? false);
}

function anyOf(globs: readonly string[] | undefined): ((path: string) => boolean) | undefined {
  if (globs === undefined || globs.length === 0) return undefined;
  const matchers = globs.map((glob) => picomatch(patternOf(glob), { dot: true }));
  return (path) => matchers.some((matches) => matches(path));
}

// As agents mean it: "*.ts" and "README.md" name files anywhere, "src" and "src/" everything in the folder.
function patternOf(glob: string): string | string[] {
  const pattern = glob.replaceAll('\\', '/').replace(/^\.?\//, '');
  if (pattern.endsWith('/')) return `${pattern}**`;
  const anywhere = pattern.includes('/') ? [pattern] : [pattern, `**/${pattern}`];
  return picomatch.scan(pattern).isGlob ? anywhere : [...anywhere, ...anywhere.map((one) => `${one}/**`)];
}

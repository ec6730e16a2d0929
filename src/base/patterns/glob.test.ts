// What globs mean, compared with picomatch, and how long the worst of them take.
import fc from 'fast-check';
import picomatch from 'picomatch';
import { expect, test } from 'vitest';
import { GlobError, globMatcher, isGlob, sensibleGlobMatcher } from './glob.ts';

const PATHS = ['a', 'b', 'ab', 'a/b', 'a/a/b', '.a', 'a/.b', '.a/b', 'a.b', 'a/b.a', 'b/a/.a/b', 'abab', 'a/b/a/b'];

test('globs mean what they mean to picomatch', () => {
  const name = fc.array(fc.constantFrom('a', 'b', '*', '?', '.a', '{a,b}', '[ab]'), { minLength: 1, maxLength: 3 }).map((parts) => parts.join(''));
  const globs = fc.array(fc.oneof(fc.constant('**'), name), { minLength: 1, maxLength: 4 }).map((names) => names.join('/'));
  fc.assert(
    fc.property(globs, fc.boolean(), (glob, hidden) => {
      // There a/** is also a itself, and ** next to letters goes into folders.
      fc.pre(!glob.endsWith('/**') && !/[^/]\*\*|\*\*[^/]/.test(glob));
      const mine = globMatcher(glob, { hidden });
      const theirs = picomatch(glob, { dot: hidden });
      for (const path of PATHS) expect([path, mine(path)]).toEqual([path, theirs(path)]);
    }),
    { numRuns: 500 },
  );
});

test.each([
  ['src/**', ['src/a.ts', 'src/a/b.ts'], ['src', 'lib/a.ts']],
  ['**/*.(ts|tsx)', ['a.ts', 'b/c.tsx'], ['a.js']],
  ['!(*.test).ts', ['cart.ts'], ['cart.test.ts', 'a/cart.ts']],
  ['+(ab|c).ts', ['ab.ts', 'abcab.ts'], ['.ts', 'a.ts']],
  ['*(ab).ts', ['.ts', 'abab.ts'], ['aba.ts']],
  ['?(a).ts', ['a.ts', '.ts'], ['aa.ts']],
  ['app/(shop)/page.tsx', ['app/(shop)/page.tsx'], ['app/shop/page.tsx']],
  ['v{1..3}/x', ['v1/x', 'v3/x'], ['v4/x']],
  ['{a,{b,c}d}/*', ['a/x', 'cd/x'], ['b/x']],
  ['\\*.ts', ['*.ts'], ['a.ts']],
  ['[!a]b', ['bb'], ['ab']],
  ['[[:digit:]]*', ['1a'], ['a1']],
  ['a{b', ['a{b'], ['ab']],
])('%s', (glob, meant, others) => {
  const matches = globMatcher(glob, { hidden: true });
  expect([...meant, ...others].filter(matches)).toEqual(meant);
});

test('an exclamation mark means all others where that is asked for', () => {
  expect(PATHS.filter(globMatcher('!a/**', { hidden: true, negates: true }))).toEqual(PATHS.filter((path) => !path.startsWith('a/')));
  expect(globMatcher('A*', { ignoresCase: true })('abc')).toBe(true);
  expect(['a*', '[id]', '@(a|b)', '(a|b)', '(shop)', 'src/a.ts'].map(isGlob)).toEqual([true, true, true, true, false, false]);
});

// Each of these keeps an expression that backtracks busy for hours; a busy machine needs seconds.
test.each([
  ['stars in a name', `${'*a'.repeat(30)}*b`, 'a'.repeat(255)],
  ['folders', `${'**/a/'.repeat(30)}b`, `${'a/'.repeat(500)}c`],
  ['groups in groups', `${'+('.repeat(8)}a${')'.repeat(8)}b`, 'a'.repeat(255)],
  ['repeated alternatives', '+(a|aa|aaa|aaaa)+(a|aa|aaa)+(a|aa)b', 'a'.repeat(255)],
  ['what is not', '!(*a*a*a*a*)!(*b*)!(*c*)d', 'a'.repeat(255)],
])('%s are matched without backtracking', (_what, glob, path) => {
  const begun = performance.now();
  expect(globMatcher(glob)(path)).toBe(false);
  expect(performance.now() - begun).toBeLessThan(20_000);
});

test('what stands for too many patterns is refused, or means nothing', () => {
  for (const glob of [
    '{a,b}'.repeat(30),
    '{1..100000}',
    'a'.repeat(5_000),
    `${'{a,'.repeat(30)}b${'}'.repeat(30)}`,
    `${'@(a|'.repeat(30)}b${')'.repeat(30)}`,
  ]) {
    expect(() => globMatcher(glob)).toThrow(GlobError);
    expect(sensibleGlobMatcher([glob, 'a'])('a')).toBe(true);
  }
});

// When a grant is offered, and that it is never wider than what was accepted.
import { expect, test } from 'vitest';
import { MovedClock } from '../../../test/support/movedClock.ts';
import { minutes } from '../../base/waiting/duration.ts';
import type { Project } from '../../ide/ide.ts';
import type { ReviewAnswer } from '../reviews/reviewShape.ts';
import { Reviews } from '../reviews/reviews.ts';
import { globsFor } from './grantScope.ts';
import { GrantSuggestions, wishFor } from './grantSuggestions.ts';
import type { GrantWish } from './grants.ts';

const shop: Project = { name: 'shop', path: '/shop', uri: 'file:///shop', trusted: true };

function watched() {
  const clock = new MovedClock();
  const reviews = new Reviews({ clock });
  const wishes: GrantWish[] = [];
  new GrantSuggestions(reviews, clock).onSuggestion((wish) => wishes.push(wish));
  const ask = (file: string, { connection, grantable = true }: { connection?: string | undefined; grantable?: boolean } = {}) =>
    reviews.leave({
      proposal: {
        asks: 'permission',
        tool: 'edit_file',
        title: 'edit',
        files: [{ uri: `file:///shop/${file}`, before: { text: 'a\n' }, after: { text: 'b\n' } }],
        ...(grantable && { grantable: { paths: [`/shop/${file}`] } }),
      },
      author: 'agent',
      owner: 'agent',
      connection,
      project: shop,
      call: file,
    });
  const accept = (
    file: string,
    {
      connection = 'one',
      grantable = true,
      answer = { decision: 'accept' },
    }: { connection?: string | undefined; grantable?: boolean; answer?: ReviewAnswer } = {},
  ) => {
    const { id } = ask(file, { connection, grantable });
    reviews.answer(id, answer, 'the test');
    reviews.becameChange(id, 'c');
    reviews.forget(id);
  };
  return { clock, reviews, wishes, ask, accept };
}

test('the third alike within ten minutes brings the narrowest sentence, once', () => {
  const { wishes, accept } = watched();
  accept('src/cart/a.ts');
  accept('src/cart/b.ts');
  expect(wishes).toEqual([]);
  accept('src/cart/deep/c.ts');
  expect(wishes).toEqual([{ tool: 'edit_file', glob: 'src/cart/**', project: '/shop', connection: 'one', time: 60 }]);
  accept('src/cart/d.ts');
  expect(wishes).toHaveLength(1);
});

test('what is rejected, taken in part, too long ago, of another agent or not to be granted does not count', () => {
  const { clock, wishes, accept } = watched();
  accept('a.ts');
  clock.pass(minutes(10));
  accept('a.ts');
  accept('a.ts', { connection: 'two' });
  accept('a.ts', { grantable: false });
  accept('a.ts', { answer: { decision: 'reject' } });
  accept('a.ts', { answer: { decision: 'accept', texts: { 'a.ts': 'c\n' } } });
  accept('a.ts');
  expect(wishes).toEqual([]);
  accept('a.ts');
  expect(wishes).toMatchObject([{ glob: 'a.ts' }]);
});

test('a review that waits offers its own files, and only where it may be granted', () => {
  const { ask } = watched();
  expect(wishFor(ask('src/a.ts', { connection: 'one' }))).toEqual({ tool: 'edit_file', glob: 'src/a.ts', project: '/shop', connection: 'one', time: 60 });
  expect(wishFor(ask('src/a.ts'))).not.toHaveProperty('connection');
  expect(wishFor(ask('src/a.ts', { grantable: false }))).toBeUndefined();
});

test.each([
  [['src/a.ts', 'src/a.ts'], 'src/a.ts'],
  [['src/a.ts', 'lib/b.ts'], '**'],
  [['src/a.ts', 'src2/a.ts'], '**'],
  [['.env', '.env'], '.env'],
  // A hostile folder whose name is a pattern.
  [['**/a.ts', '**/a.ts'], String.raw`\*\*/a.ts`],
  [['{a,b}/x.ts', '{a,b}/y.ts'], String.raw`\{a\,b\}/**`],
  // A star means no such name, so no star is offered.
  [['src/.env', 'src/a.ts'], undefined],
  [['/etc/passwd', '/etc/passwd'], undefined],
  [[], '**'],
])('the narrowest pattern for %j is %s', (files, expected) => {
  expect(globsFor(files)[0]).toBe(expected);
});

test.each([
  [['src/cart/cart.ts'], ['src/cart/cart.ts', 'src/cart/**', 'src/**', '**']],
  [
    ['src/cart/cart.ts', 'src/cart/sub/tax.ts'],
    ['src/cart/**', 'src/**', '**'],
  ],
  [['app/[id]/page.ts'], [String.raw`app/\[id\]/page.ts`, String.raw`app/\[id\]/**`, 'app/**', '**']],
  // Only by its name.
  [['src/.env'], ['src/.env']],
])('a person may choose for %j of %j', (files, globs) => {
  expect(globsFor(files)).toEqual(globs);
});

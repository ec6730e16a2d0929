// Paths of messages, as a window and as this machine write them.
import { expect, test } from 'vitest';
import { plainPaths, remotePaths, remotePrefixIn } from './plainPaths.ts';

test('writes the paths of sources as this machine has them, and leaves every other text alone', () => {
  const frame = (path: string) => ({ type: 'response', body: { stackFrames: [{ id: 1, source: { name: 'a b.js', path } }], totalFrames: 1 } });
  expect(plainPaths(frame('vscode-remote://127.0.0.1:8080/home/shop/a%20b.js'))).toEqual(frame('/home/shop/a b.js'));
  expect(plainPaths(frame('file:///home/shop/a%20b.js'))).toEqual(frame('/home/shop/a b.js'));
  expect(plainPaths(frame('/home/shop/a b.js'))).toEqual(frame('/home/shop/a b.js'));
  expect(plainPaths(frame('vscode-remote://'))).toEqual(frame('vscode-remote://'));
  expect(plainPaths(frame('<node_internals>/internal/main'))).toEqual(frame('<node_internals>/internal/main'));
  expect(plainPaths({ output: 'vscode-remote://h/x', variables: null })).toEqual({ output: 'vscode-remote://h/x', variables: null });
});

test('writes paths in questions as the window has written them in its answers', () => {
  const asked = { source: { path: '/home/shop/a b#1.js', name: 'a b#1.js' }, breakpoints: [{ line: 7 }] };
  const answer = { stackFrames: [{ source: { path: 'vscode-remote://127.0.0.1:8080/home/shop/cart.js' } }] };
  expect(remotePrefixIn(answer)).toBe('vscode-remote://127.0.0.1:8080');
  expect(plainPaths(remotePaths(asked, 'vscode-remote://127.0.0.1:8080'))).toEqual(asked);
  expect(remotePaths(asked, 'vscode-remote://h')).toMatchObject({ source: { path: 'vscode-remote://h/home/shop/a%20b%231.js', name: 'a b#1.js' } });
  expect(remotePrefixIn({ stackFrames: [{ source: { path: '/home/shop/cart.js' } }] })).toBeUndefined();
});

// The name of a Go package, renamed where it is declared: its files move, every import follows, and Go's own checker judges.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { pathOf } from '../../../src/base/files/fileUri.ts';
import { realAgentOn } from '../tools/realAgent.ts';
import { withProgram } from './rows.ts';

const FILES = {
  'go.mod': 'module example.com/acme\n\ngo 1.21\n',
  'cart/cart.go': '// Package cart counts.\npackage cart\n\nfunc Total(n int) int { return n }\n',
  'cart/more_test.go': 'package cart\n\nvar more = Total(1)\n',
  'cart/outside_test.go': 'package cart_test\n\nimport "example.com/acme/cart"\n\nvar outside = cart.Total(2)\n',
  'cart/sub/sub.go': 'package sub\n\nimport "example.com/acme/cart"\n\nvar S = cart.Total(3)\n',
  'a/a.go':
    'package a\n\nimport (\n\t"fmt"\n\n\t"example.com/acme/cart"\n\tinner "example.com/acme/cart/sub"\n)\n\nvar A = fmt.Sprint(cart.Total(1), inner.S)\n',
  'main.go': 'package main\n\nfunc main() {}\n',
};

test('a package is renamed with its files, its tests and every import, and taken back', async (context) => {
  await withProgram(context, 'gopls');
  const real = await realAgentOn(FILES);
  onTestFinished(() => real.close());
  const { agent } = real;
  const vet = () => promisify(execFile)('go', ['vet', './...'], { cwd: pathOf(agent.ide.project.uri) });
  for (const [line, name, message] of [
    [6, 'cart', 'cart/cart.go:2'],
    [6, 'acme', 'cart/cart.go:2'],
    [4, 'fmt', 'outside the project'],
  ])
    expect(await agent.refusal('rename_symbol', { symbol: { file: 'a/a.go', line, name }, new_name: 'basket' })).toMatchObject({
      error: 'cannot_rename',
      message: expect.stringContaining(String(message)),
    });
  expect(await agent.refusal('rename_symbol', { symbol: { file: 'main.go', line: 1, name: 'main' }, new_name: 'basket' })).toMatchObject({
    error: 'cannot_rename',
  });
  const { value } = await agent.call('rename_symbol', { symbol: { file: 'cart/more_test.go', line: 1, name: 'cart' }, new_name: 'basket' });
  expect(value).toMatchObject({ applied: true, newErrors: [] });
  const listed = JSON.stringify((await agent.call('list_project_files', { include: ['**/*.go'] })).value);
  expect(listed).toContain('"basket":["cart.go","more_test.go","outside_test.go"]');
  expect(listed).toContain('"cart/sub":["sub.go"]');
  expect((await vet()).stderr).toBe('');
  await agent.call('undo', { change_id: value['changeId'] });
  expect((await vet()).stderr).toBe('');
  expect((await agent.call('read_file', { file: 'cart/outside_test.go' })).value).toMatchObject({ text: expect.stringContaining('package cart_test') });
});

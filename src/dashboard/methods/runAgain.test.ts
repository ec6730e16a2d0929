// Does running again mean exactly what was run?
import { expect, test } from 'vitest';
import { ScriptedDashboard, signal } from '../../../test/support/scriptedDashboard.ts';

test('a command is run again with its folder, its environment and its input, and a configuration by its name', async () => {
  using window = new ScriptedDashboard('// @file main.run\n', { commands: { 'make all': { exitCode: 0 } } });
  const { running } = window.ide;
  await running.start({ title: 'make', command: { line: 'make all' }, folder: 'src', environment: { A: '1' }, input: 'yes\n', owner: undefined }, signal);
  await running.start({ title: 'make', command: { words: ['make', 'all'] }, owner: undefined }, signal);
  await running.start({ title: 'main', command: { line: 'main.run' }, configuration: 'main', given: { args: ['-v'] }, owner: undefined }, signal);
  await window.rows('runs');
  // Nothing of what it was started with is answered: it may be secret.
  for (const id of ['1.r1', '1.r2', '1.r3']) expect(await window.ask('run.again', { id })).toEqual({});
  const project = window.ide.project.path;
  expect(window.called).toEqual([
    { tool: 'run_command', arguments: { command: 'make all', cwd: 'src', env: { A: '1' }, input: 'yes\n', timeout: 840 }, project },
    { tool: 'run_command', arguments: { command: 'make', args: ['all'], timeout: 840 }, project },
    { tool: 'run_configuration', arguments: { name: 'main', args: ['-v'] }, project },
  ]);
});

test('what is not there, or whose beginning nobody knows any more, says so', async () => {
  using window = new ScriptedDashboard('// @file cart.spec\npass adds\n');
  await window.ide.testing.start(
    { which: { kind: 'all' }, name: undefined, runner: undefined, coverage: false, author: 'claude-code', permit: async () => {} },
    signal,
  );
  await window.rows('runs');
  expect(await window.refusal('run.again', { id: '1.r9' })).toMatchObject({ code: 'run_not_found' });
  expect(await window.refusal('run.again', {})).toMatchObject({ code: 'invalid_arguments' });
  // As one that an earlier daemon has kept.
  expect(await window.refusal('run.again', { id: '1.t1' })).toMatchObject({
    code: 'invalid_arguments',
    message: expect.stringContaining('not known any more'),
  });
});

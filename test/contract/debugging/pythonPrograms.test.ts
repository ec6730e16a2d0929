// Python programs that read, that are modules, and in which an expression does not end, under a real debugpy.
import { delimiter, join } from 'node:path';
import { expect, type TestContext, test } from 'vitest';
import { needs } from '../../support/testTools.ts';
import { type Debuggee, debuggee, withVariable } from './debuggee.ts';

async function project(context: TestContext, files: Readonly<Record<string, string>>): Promise<Debuggee & Disposable> {
  const { folder } = await needs(context, 'debugpy');
  const variable = withVariable('PYTHONPATH', folder);
  const made = await debuggee(files);
  return { ...made, [Symbol.dispose]: () => variable[Symbol.dispose]() };
}

const PLAIN =
  'class Silent:\n    def __repr__(self):\n        while True:\n            pass\n\n\ndef main():\n    turns = 1\n    print("goes on")\n    turns = 2\n\n\nmain()\n';
// Its event loop has a handler of its own for the signal that interrupts.
const LOOPING =
  'import asyncio\nimport time\n\n\nasync def main():\n    turns = 1\n    await asyncio.sleep(0)\n    print("goes on")\n    turns = 2\n\n\nasyncio.run(main())\n';
const THREADED =
  'import threading\nimport time\n\n\ndef work():\n    turns = 1\n    print("goes on")\n    turns = 2\n\n\nthread = threading.Thread(target=work)\nthread.start()\nthread.join()\n';

test('an expression that does not end is interrupted, and the session can be used at once', async (context) => {
  using opened = await project(context, { 'plain.py': PLAIN, 'looping.py': LOOPING, 'threaded.py': THREADED });
  await using one = opened;
  const at = async (file: string, line: number) => {
    await one.call('set_breakpoint', { file, line });
    return (await one.call('start_debug_session', { program: file }))['sessionId'];
  };
  const plain = await at('plain.py', 9);
  const looping = await at('looping.py', 7);
  const threaded = await at('threaded.py', 7);
  const endless = (session: unknown, expression: string) => one.refusal('evaluate', { session_id: session, expression });
  const [turning, sleeping, inThread, waiting, silent] = await Promise.all([
    endless(plain, 'exec("while True: pass")'),
    endless(looping, 'time.sleep(1000)'),
    endless(threaded, '[time.sleep(0.01) for _ in iter(int, 1)]'),
    at('plain.py', 9).then((session) => one.call('evaluate', { session_id: session, expression: 'Silent()' })),
    at('threaded.py', 7).then(async (session) => ({ session, refusal: await endless(session, 'time.sleep(1000)') })),
  ]);
  for (const refusal of [turning, sleeping, inThread])
    expect(refusal).toMatchObject({
      error: 'evaluation_interrupted',
      message: expect.stringContaining('did not end within 8 s'),
      next: expect.not.stringMatching(/again/i),
    });
  // A thread that sleeps cannot be woken, and that is said.
  expect(silent.refusal).toMatchObject({ error: 'evaluation_stuck', message: expect.stringContaining('time.sleep(1000) still runs') });
  expect(await one.call('stop_debug_session', { session_id: silent.session })).toMatchObject({ state: 'ended' });
  // A value whose text never comes.
  expect(waiting).toMatchObject({ result: { value: expect.stringContaining('Unable to get repr') } });
  for (const session of [plain, looping, threaded]) {
    expect(await one.call('evaluate', { session_id: session, expression: 'turns + 1' })).toMatchObject({ result: { value: '2' } });
    expect(await one.call('get_variables', { session_id: session })).toMatchObject({ scopes: [{ variables: [{ name: 'turns', value: '1' }] }, {}] });
    expect(await one.call('step_over', { session_id: session })).toMatchObject({ state: 'paused', reason: 'step' });
    expect(await one.call('resume', { session_id: session })).toMatchObject({ state: 'ended', exitCode: 0 });
    expect(JSON.stringify(await one.call('read_debug_output', { session_id: session }))).toContain('goes on');
  }
});

const READING = `import os
import stat
import sys

print(stat.S_ISFIFO(os.fstat(0).st_mode), sys.stdin.isatty())
name = input("name? ")
print("hello", name)
rest = sys.stdin.read()
print(len(rest), rest[-4:])
`;

test('a program reads what it is given, and its input ends', async (context) => {
  using opened = await project(context, { 'reading.py': READING });
  await using one = opened;
  await one.call('set_breakpoint', { file: 'reading.py', line: 7 });
  expect(await one.call('start_debug_session', { program: 'reading.py', timeout: 0.1 })).toMatchObject({ state: 'running' });
  expect(await one.call('write_debug_input', { text: 'Zoë\n' })).toMatchObject({ written: 4, ended: false });
  expect(await one.call('wait_for_pause')).toMatchObject({
    location: { line: 7 },
    variables: expect.arrayContaining([expect.objectContaining({ name: 'name', value: "'Zoë'" })]),
  });
  // More than a pipe holds, while the program stands.
  expect(await one.call('write_debug_input', { text: `${'x'.repeat(200_000)}end\n`, end: true })).toMatchObject({ state: 'paused', ended: true });
  expect(await one.refusal('write_debug_input', { text: 'more' })).toMatchObject({ error: 'no_debug_input', message: expect.stringContaining('has ended') });
  const ended = await one.call('resume');
  expect(ended).toMatchObject({ state: 'ended', exitCode: 0, output: expect.stringContaining('200004 end') });
  expect(JSON.stringify(await one.call('read_debug_output'))).toContain(process.platform === 'win32' ? 'False' : 'True False');
});

const PACKAGE = {
  'tool/__init__.py': '',
  'tool/command.py': 'import os\nimport sys\n\nfrom . import __name__ as around\n\nprint(around, sys.argv[1:], os.environ["MODE"])\nsys.exit(3)\n',
  'lib/deep/__init__.py': '',
  'lib/deep/__main__.py': 'print("deep")\n',
};

test('a module is run as python -m runs it, and what is none is refused', async (context) => {
  using opened = await project(context, { ...PACKAGE, 'main.js': '' });
  await using one = opened;
  await one.call('set_breakpoint', { file: 'tool/command.py', line: 6 });
  expect(await one.call('start_debug_session', { module: 'tool.command', args: ['--all', 'a b'], env: { MODE: 'fast' } })).toMatchObject({
    state: 'paused',
    name: 'tool.command',
    location: { file: 'tool/command.py', line: 6 },
  });
  expect(await one.call('resume')).toMatchObject({ exception: { type: 'SystemExit', message: '3' } });
  const ended = await one.call('resume');
  expect(ended).toMatchObject({ state: 'ended', exitCode: 3 });
  expect(JSON.stringify(await one.call('read_debug_output'))).toContain("tool ['--all', 'a b'] fast");
  const lib = one.real.agent.ide.project.path;
  expect(
    await one.call('start_debug_session', { module: 'deep', env: { PYTHONPATH: [process.env['PYTHONPATH'], join(lib, 'lib')].join(delimiter) } }),
  ).toMatchObject({
    state: 'ended',
    exitCode: 0,
    output: expect.stringContaining('deep'),
  });
  const refused = (given: object) => one.refusal('start_debug_session', { ...given });
  expect(await refused({ module: 'tool.comand' })).toMatchObject({ error: 'cannot_debug', message: expect.stringContaining('No module named tool.comand') });
  expect(await refused({ module: 'nowhere.at.all' })).toMatchObject({ error: 'cannot_debug', message: expect.stringContaining('nowhere') });
  expect(await refused({ module: 'tool' })).toMatchObject({ error: 'cannot_debug', message: expect.stringContaining('tool.__main__') });
  expect(await refused({ module: './main.js' })).toMatchObject({ error: 'cannot_debug', message: expect.stringContaining('not the name of a Python module') });
  expect(await refused({ module: 'tool', program: 'main.js' })).toMatchObject({ error: 'invalid_arguments' });
});

test('an expression that Python cannot parse is refused when the breakpoint is set', async (context) => {
  using opened = await project(context, { 'plain.py': PLAIN });
  await using one = opened;
  const set = { file: 'plain.py', line: 9 };
  for (const condition of ['turns = 1', 'turns > 1 &&  turns', 'turns if', 'turns is is 3', 'for'])
    expect(await one.refusal('set_breakpoint', { ...set, condition }), condition).toMatchObject({ error: 'invalid_condition' });
  expect(await one.refusal('set_breakpoint', { ...set, log_message: 'now {turns!}' })).toMatchObject({ error: 'invalid_condition' });
  expect(await one.refusal('set_breakpoint', { ...set, hit_condition: 'often' })).toMatchObject({ error: 'invalid_condition' });
  for (const condition of ['[turn for turn in (1, 2) if turn][-1] == 2', ' turns not in {1: "a"}', 'f"{turns:>4}" != "x"', '(lambda: turns)() == 1'])
    expect(await one.call('set_breakpoint', { ...set, condition }), condition).toMatchObject({ breakpoint: { id: 'b1' } });
  // What is no name is known when it is reached: the program stops, and the answer says why.
  await one.call('set_breakpoint', { ...set, condition: 'turn == 1' });
  expect(await one.call('start_debug_session', { program: 'plain.py' })).toMatchObject({
    state: 'paused',
    breakpoints: [{ id: 'b1', error: expect.stringContaining("name 'turn' is not defined") }],
  });
  expect(await one.call('set_breakpoint', { function: 'main', condition: 'turns turns' }).catch((error: unknown) => String(error))).toContain('turns');
});

// Wrong input under every debugger: the error that an agent gets instead of a wrong answer, and that the session goes on.
import { execFileSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { expect, type TestContext, test } from 'vitest';
import { z } from 'zod';
import { needs, type ToolName } from '../../support/testTools.ts';
import { type Debuggee, debuggee, onPath, withVariable } from './debuggee.ts';

interface Row {
  readonly files: Readonly<Record<string, string>>;
  readonly file: string;
  readonly start: Readonly<Record<string, unknown>>;
  // The line that runs, one that says something but holds no code to stop at, and one that is blank.
  readonly code: number;
  readonly declaration: number;
  readonly blank: number;
  // Parses as some expression, though not in this language, or not with these names.
  readonly condition: string;
  readonly stopsAtFailing: boolean;
  readonly watchesData?: boolean;
  readonly throwing: string;
  prepare?(folder: string): Promise<void>;
  place(context: TestContext): Promise<Disposable>;
}

const tool = (name: ToolName) => async (context: TestContext) => onPath(dirname((await needs(context, name)).command[0] ?? ''));
const nothing: Disposable = { [Symbol.dispose]: () => {} };

const CPP =
  'int work(int turn) {\n\n  return turn * 2;\n}\n\nstruct Unused;\n\nint main() {\n  int sum = 0;\n  for (int turn = 0; turn < 3; turn++)\n    sum += work(turn);\n  return sum;\n}\n';

const rows: Readonly<Record<string, Row>> = {
  node: {
    files: {
      'main.js':
        'function work(turn) {\n\n  return turn * 2;\n}\nfunction\n  unused() {}\nfor (let turn = 0; turn < 3; turn++) work(turn);\nsetTimeout(() => {}, 500);\n',
    },
    file: 'main.js',
    start: { program: 'main.js' },
    code: 3,
    declaration: 5,
    blank: 2,
    condition: 'missing.member > 1',
    stopsAtFailing: false,
    throwing: 'turn.a.b',
    place: async () => nothing,
  },
  debugpy: {
    files: {
      'main.py': 'def work(turn):\n\n    return turn * 2\n\n\nfor turn in range(3):\n    if turn < 9:\n        work(turn)\n    else:\n        print("never")\n',
    },
    file: 'main.py',
    start: { program: 'main.py' },
    code: 3,
    declaration: 9,
    blank: 2,
    condition: 'missing.member > 1',
    stopsAtFailing: true,
    throwing: '1 / 0',
    place: async (context) => withVariable('PYTHONPATH', (await needs(context, 'debugpy')).folder),
  },
  dlv: {
    files: {
      'go.mod': 'module main\n\ngo 1.21\n',
      'main.go':
        'package main\n\nfunc work(turn int) int {\n\n\treturn turn * 2\n}\n\ntype Unused struct {\n\tName string\n}\n\nfunc main() {\n\tfor turn := 0; turn < 3; turn++ {\n\t\twork(turn)\n\t}\n}\n',
    },
    file: 'main.go',
    start: { program: 'main.go' },
    watchesData: true,
    code: 5,
    declaration: 9,
    blank: 4,
    condition: 'missing.member > 1',
    stopsAtFailing: true,
    throwing: 'turn / 0',
    place: tool('dlv'),
  },
  codelldb: {
    files: { 'main.cpp': CPP },
    file: 'main.cpp',
    start: { program: 'main' },
    watchesData: true,
    code: 3,
    declaration: 6,
    blank: 2,
    condition: 'missing.member > 1',
    stopsAtFailing: true,
    throwing: 'turn.member',
    prepare: async (folder) => void execFileSync('g++', ['-g', '-O0', '-o', join(folder, 'main'), join(folder, 'main.cpp')]),
    place: tool('codelldb'),
  },
  'lldb-dap': {
    files: { 'main.cpp': CPP },
    file: 'main.cpp',
    start: { program: 'main' },
    watchesData: true,
    code: 3,
    declaration: 6,
    blank: 2,
    condition: 'missing.member > 1',
    stopsAtFailing: true,
    throwing: 'turn.member',
    prepare: async (folder) => void execFileSync('g++', ['-g', '-O0', '-o', join(folder, 'main'), join(folder, 'main.cpp')]),
    place: tool('lldb-dap'),
  },
};

for (const [name, row] of Object.entries(rows))
  test(`${name} is asked for what cannot be`, async (context) => {
    using _place = await row.place(context);
    await using project = await debuggee(row.files, row.prepare);
    const { file, code } = row;
    expect(await project.refusal('set_breakpoint', { file, line: row.blank })).toMatchObject({
      error: 'no_code_on_line',
      candidates: expect.arrayContaining([expect.objectContaining({ line: code })]),
    });
    expect(await project.refusal('set_breakpoint', { file, line: code, condition: 'turn >' })).toMatchObject({ error: 'invalid_condition' });
    expect(await project.refusal('start_debug_session', { configuration_name: 'nothing' })).toMatchObject({ error: 'configuration_not_found' });

    await project.call('set_breakpoint', { file, line: code });
    const stop = await project.call('start_debug_session', { ...row.start, timeout: 100 });
    expect(stop).toMatchObject({ state: 'paused', location: { file, line: code } });

    expect(await project.refusal('evaluate', { expression: row.throwing })).toMatchObject({ error: 'evaluation_failed' });
    expect(await project.refusal('set_variable', { name: 'turn', value: '1 +' })).toMatchObject({ error: 'cannot_set_variable' });
    expect(await project.refusal('expand_variable', { variable_id: `${stop['sessionId']}.1.987654` })).toMatchObject({ error: 'unknown_variable' });
    expect(await project.refusal('expand_variable', { variable_id: 'turn' })).toMatchObject({ error: 'unknown_variable' });
    expect(await project.refusal('select_stack_frame', { frame_index: 99 })).toMatchObject({ error: 'frame_not_found' });
    if (row.watchesData !== true) expect(await project.refusal('set_breakpoint', { variable: 'turn' })).toMatchObject({ error: 'cannot_watch_data' });
    await lineWithoutCode(project, row);
    await conditionThatFails(project, row);

    await project.call('stop_debug_session', { session_id: 's1' });
    expect(await project.refusal('resume', { session_id: 's1' })).toMatchObject({ error: 'session_ended' });
    expect(await project.refusal('get_variables', { session_id: 's9' })).toMatchObject({ error: 'session_not_found' });
  });

// Only the debugger knows that there is none: it moves the breakpoint, or says that it is not in place.
async function lineWithoutCode(project: Debuggee, { file, declaration }: Row): Promise<void> {
  const { breakpoint, message } = await project.call('set_breakpoint', { file, line: declaration });
  const [{ verified, line } = { verified: false, line: undefined }] = Bindings.parse(breakpoint).sessions;
  expect(message).toContain(verified ? `in place on line ${line}` : 'has not put it in place');
  await project.call('remove_breakpoint', { breakpoint_id: 'b2' });
}

const Bindings = z.looseObject({ sessions: z.array(z.object({ verified: z.boolean(), line: z.number().optional() })) });

// Names that are not there: most stop and say so, others go on and say so in the output.
async function conditionThatFails(project: Debuggee, { file, code, condition, stopsAtFailing }: Row): Promise<void> {
  await project.call('set_breakpoint', { file, line: code, condition });
  const next = await project.call('resume', { timeout: 20 });
  expect(next['state']).toBe(stopsAtFailing ? 'paused' : 'ended');
  const said = JSON.stringify([next, await project.call('read_debug_output')]);
  expect(said).toMatch(/missing/);
}

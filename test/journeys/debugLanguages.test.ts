// Whole debug sessions of Python, Go, C++ and Rust through MCP, under each of their debuggers: one script, and a golden transcript of each.
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, type TestContext, test } from 'vitest';
import { UNKNOWN_CODE } from '../../src/machine/debugging/sessions/programEnds.ts';
import { temporaryHome } from '../support/builtProgram.ts';
import { play, type SessionScript, wholeSession } from '../support/debugSession.ts';
import { needs } from '../support/testTools.ts';
import { type LanguageTarget, languageTargets } from './languageTargets.ts';
import { door } from './shop.ts';

// Beside what every session has: wrong input of every kind, and a breakpoint on data.
const script: SessionScript = (target, lineOf) => {
  const { start, file } = target;
  const step = (thought: string, tool: string, given: Readonly<Record<string, unknown>> = {}) => ({ thought, tool, arguments: given });
  return [
    step('What can be run?', 'list_run_configurations'),
    step('There is no such configuration.', 'start_debug_session', { configuration_name: 'shopp' }),
    step('That one has no debugger here.', 'start_debug_session', { configuration_name: 'in a browser' }),
    step('That is no expression.', 'set_breakpoint', { file, line: lineOf('add'), condition: `${target.words.condition} +` }),
    step('Nothing runs yet.', 'resume'),
    ...wholeSession(target, lineOf),
    step('Once more, for its data.', start.tool, start.arguments),
    step('Into the function.', 'step_into'),
    step('Past where it is set.', 'step_over'),
    step('There is no such variable.', 'set_breakpoint', { variable: 'nowhere' }),
    step('Stop when it is written.', 'set_breakpoint', { variable: target.words.set.name }),
    step('There is no such value.', 'expand_variable', { variable_id: 's3.3.987654' }),
    step('That one was known at an earlier stop.', 'expand_variable', { variable_id: 's3.1.1' }),
    step('On, to where it is written.', 'resume'),
    step('Is it in place?', 'list_breakpoints'),
    step('Enough of this.', 'stop_debug_session'),
    step('It is gone with its program.', 'list_breakpoints'),
  ];
};

const BROWSER = { configurations: [{ name: 'in a browser', type: 'chrome', request: 'launch', url: 'http://localhost' }] };

for (const [name, target] of Object.entries(languageTargets))
  test(`a whole session: ${name}`, async (context) => {
    const tool = await needs(context, target.tool);
    needsCompiler(context, target);
    await using home = await temporaryHome();
    const parent = await realpath(await mkdtemp(join(tmpdir(), 'binnacle-debugged-')));
    const folder = join(parent, 'shop');
    for (const [path, text] of Object.entries({ ...target.files, '.vscode/launch.json': JSON.stringify(BROWSER) })) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
    target.build?.(folder);
    const [command, ...args] = door;
    const client = new Client({ name: 'journey', version: '1.0.0' });
    const env = { ...strings(home.environment), ...target.environment(tool) };
    await client.connect(new StdioClientTransport({ command, args, cwd: folder, env, stderr: 'inherit' }));
    try {
      const { transcript, stops } = await play(client, folder, target, script);
      await expect(steadier(transcript, name.startsWith('cpp') ? 'signal SIGABRT' : 'exit code 101')).toMatchFileSnapshot(`debugSessions/${name}.golden.txt`);
      expect(stops).toEqual(target.stops);
    } finally {
      await client.close();
      await rm(parent, { recursive: true, force: true, maxRetries: 5 });
    }
  });

function needsCompiler(context: TestContext, { compiler }: LanguageTarget): void {
  if (compiler === undefined) return;
  try {
    execFileSync(compiler, [compiler === 'go' ? 'version' : '--version'], { stdio: 'ignore' });
  } catch {
    context.skip(`${compiler} is not on this machine, and comes from no registry`);
  }
}

// Numbers that a system gives to threads, and what is in a variable before the line that sets it.
function steadier(transcript: string, end: string): string {
  return (
    transcript
      .split('\n\n# ')
      .map((block) => {
        const mark = /^>.*@(\w+)/m.exec(block)?.[1] ?? '';
        return (UNSET[mark] ?? []).reduce((text, name) => text.replace(new RegExp(`^( {2}${name}(?:: .*?)? = ).*$`, 'gm'), '$1…'), block);
      })
      .join('\n\n# ')
      .replace(/(^Session s\d+, thread )\d{3,}/gm, '$1…')
      .replace(/^([> ] )\d{3,}( .*)$/gm, (_, mark: string, rest: string) => `${mark}…${rest.replace(/tid=\d+/, 'tid=…')}`)
      // A thread of Rust has the name of its program until it gives itself its own.
      .replace(/^( {2}… {2}(?:2: tid=… )?"?)stock("? {2}paused)$/gm, '$1shop$2')
      // lldb-dap on a busy machine sometimes asks for the status of a process that is gone, and has none (seen with Rust, 1 of 4, and with C++, 1 of 6).
      .replaceAll(`has ended: ${UNKNOWN_CODE}`, `has ended: ${end}`)
      .replace(/\(Thread \d+\)/g, '(Thread …)')
  );
}

const UNSET: Readonly<Record<string, readonly string[]>> = {
  total: ['amount'],
  begin: ['sum', 'item'],
  each: ['item'],
  sum: ['item'],
  price: ['cents'],
};

function strings(environment: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(Object.entries(environment).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}

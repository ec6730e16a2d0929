// Stop means stop: of a program that is ended by its agent, or with its agent, its daemon or its debugger, not one more statement runs.
import { execFileSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, type TestContext, test } from 'vitest';
import { type Home, temporaryHome } from '../support/builtProgram.ts';
import { needs } from '../support/testTools.ts';
import { Agent, textOf } from './agent.ts';
import { daemonsOf, eventually, processesOf } from './machine.ts';

// Every way in which a program can say something after its debugger has gone: the next statements, finally, its farewells, its signals, its timers,
// and what it has started.
const NODE = `const fs = require('node:fs');
const { fork, spawn } = require('node:child_process');
const { Worker } = require('node:worker_threads');
const said = (what) => fs.appendFileSync('said.txt', what + '\\n');
for (const event of ['exit', 'beforeExit', 'SIGTERM', 'SIGINT', 'SIGHUP']) process.on(event, () => said('handler ' + event));
setTimeout(() => said('timer'), 1);
setInterval(() => said('interval'), 5).unref();
const children = [fork('./child.js', ['forked']), spawn(process.execPath, ['child.js', 'detached'], { detached: true, stdio: 'ignore' })];
children.push(spawn('sh', ['-c', 'while :; do echo loop >> ticks.txt; sleep 0.02; done'], { detached: true, stdio: 'ignore' }));
for (const child of children) child.on('exit', () => said('child has gone'));
new Worker('./worker.js').on('exit', () => said('worker has gone'));
const begun = Date.now();
while (!['forked', 'detached', 'worker'].every((name) => fs.existsSync(name + '.txt')) && Date.now() - begun < 20_000);
try {
  work();
} finally {
  said('finally');
}
function work() {
  said('first'); // @here
  said('second');
  for (let turn = 0; ; turn++) said('turn ' + turn);
}
`;
const CHILD = `const fs = require('node:fs');
const name = process.argv[2];
const tick = () => fs.appendFileSync('ticks.txt', name + '\\n');
for (const event of ['exit', 'disconnect', 'SIGTERM', 'SIGINT', 'SIGHUP']) process.on(event, () => fs.appendFileSync('said.txt', name + ' ' + event + '\\n'));
setInterval(tick, 5);
fs.writeFileSync(name + '.txt', '');
`;
const WORKER = `const fs = require('node:fs');
setInterval(() => fs.appendFileSync('ticks.txt', 'worker\\n'), 5);
fs.writeFileSync('worker.txt', '');
`;
const PYTHON = `import atexit, signal, threading, time

def said(what):
    with open('said.txt', 'a') as file:
        file.write(what + '\\n')

def ticking():
    while True:
        with open('ticks.txt', 'a') as file:
            file.write('thread\\n')
        time.sleep(0.005)

atexit.register(lambda: said('atexit'))
for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
    signal.signal(number, lambda *_: said('handler'))
threading.Thread(target=ticking, daemon=True).start()
try:
    said_first = 'first'
    said(said_first)  # @here
    said('second')
    for turn in range(1_000_000):
        said('turn')
finally:
    said('finally')
`;
const GO = `package main

import (
	"os"
	"os/signal"
	"syscall"
)

func said(what string) {
	file, _ := os.OpenFile("said.txt", os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	file.WriteString(what + "\\n")
	file.Close()
}

func main() {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP)
	go func() {
		for range signals {
			said("handler")
		}
	}()
	defer said("deferred")
	said("first") // @here
	said("second")
	for {
		said("turn")
	}
}
`;
const CPP = `#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>

static void said(const char *what) {
  FILE *file = std::fopen("said.txt", "a");
  std::fprintf(file, "%s\\n", what);
  std::fclose(file);
}

int main() {
  std::atexit([] { said("atexit"); });
  for (int number : {SIGTERM, SIGINT, SIGHUP}) std::signal(number, [](int) { said("handler"); });
  said("first"); // @here
  said("second");
  for (;;) said("turn");
}
`;

interface Language {
  readonly name: string;
  readonly file: string;
  readonly files: Readonly<Record<string, string>>;
  // What finds its debugger on a machine that has none.
  environment(context: TestContext): Promise<NodeJS.ProcessEnv>;
  readonly build?: () => void;
  readonly start: Readonly<Record<string, unknown>>;
  readonly debugger: RegExp;
}

const onPath = ({ command: [program = ''] }: { command: readonly string[] }) => ({ PATH: `${dirname(program)}:${process.env['PATH'] ?? ''}` });

const NODE_LANGUAGE: Language = {
  name: 'Node',
  file: 'main.js',
  files: { 'main.js': NODE, 'child.js': CHILD, 'worker.js': WORKER },
  environment: async () => ({}),
  start: { program: 'main.js' },
  debugger: /nodeAdapter/,
};
const LANGUAGES: readonly Language[] = [
  NODE_LANGUAGE,
  {
    name: 'Python',
    file: 'main.py',
    files: { 'main.py': PYTHON },
    environment: async (context) => ({ PYTHONPATH: (await needs(context, 'debugpy')).folder }),
    start: { program: 'main.py' },
    debugger: /debugpy.adapter|promptDebugpy|runpy/,
  },
  {
    name: 'Go',
    file: 'main.go',
    files: { 'main.go': GO, 'go.mod': 'module stopped\n\ngo 1.19\n' },
    environment: async (context) => ({ ...onPath(await needs(context, 'dlv')), GOCACHE: join(homedir(), '.cache', 'go-build') }),
    start: { program: 'main.go' },
    debugger: /dlv/,
  },
  {
    name: 'C++',
    file: 'main.cpp',
    files: { 'main.cpp': CPP },
    environment: async (context) => onPath(await needs(context, 'lldb-dap')),
    build: () => void execFileSync('g++', ['-g', '-O0', '-o', join(project, 'main'), join(project, 'main.cpp')]),
    start: { program: 'main' },
    debugger: /lldb-dap/,
  },
];

interface End {
  readonly name: string;
  end(agent: Agent, language: Language): Promise<unknown>;
}

const DEBUGGER_KILLED: End = {
  name: 'its debugger is killed',
  end: async (_, language) => debuggersOf(language).forEach(({ pid }) => void process.kill(pid, 'SIGKILL')),
};
const ENDS: readonly End[] = [
  { name: 'its session is stopped', end: (agent) => agent.call('stop_debug_session') },
  { name: 'its agent is killed', end: async (agent) => agent.door.kill('SIGKILL') },
  { name: 'its daemon is killed', end: async () => process.kill((await daemonsOf(home))[0]?.pid ?? 0, 'SIGKILL') },
  DEBUGGER_KILLED,
];

let home: Home;
let project: string;
beforeEach(async () => {
  home = await temporaryHome();
  project = join(home.folder, 'project');
  await mkdir(project);
});
afterEach(() => home[Symbol.asyncDispose]());

const onLinux = test.skipIf(process.platform !== 'linux');

// The other ends of programs in other languages are in stoppedPrograms.test.ts and, through the tool, in test/contract/debugging/stopping.test.ts.
for (const language of LANGUAGES)
  for (const { name, end } of language === NODE_LANGUAGE ? ENDS : [DEBUGGER_KILLED])
    onLinux(`${language.name}: not one more statement of a paused program runs when ${name}`, async (context) => {
      const agent = await paused(context, language);
      expect(await said()).toBe('');
      await end(agent, language);
      await silence();
      expect(await said()).toBe('');
      agent.door.kill('SIGKILL');
    });

onLinux('Node: a program that runs is over when stop_debug_session has answered, whatever its handlers would do', async (context) => {
  const agent = await paused(context, NODE_LANGUAGE);
  await agent.call('remove_breakpoint', { breakpoint_id: 'b1' });
  await agent.call('resume', { timeout: 0.2 });
  await eventually(
    async () => (await said()).includes('turn 10'),
    () => 'it runs',
  );
  await agent.call('stop_debug_session');
  const before = await said();
  await silence();
  expect(await said()).toBe(before);
  expect(before).not.toMatch(/finally|handler|gone|SIG|disconnect/);
  agent.door.kill('SIGKILL');
});

async function paused(context: TestContext, language: Language): Promise<Agent> {
  const environment = await language.environment(context);
  for (const [file, text] of Object.entries(language.files)) await writeFile(join(project, file), text);
  language.build?.();
  const agent = await Agent.connected(home, project, environment);
  const line = (language.files[language.file] ?? '').split('\n').findIndex((text) => text.includes('@here')) + 1;
  await agent.call('set_breakpoint', { file: language.file, line });
  const stop = await agent.call('start_debug_session', { ...language.start, timeout: 50 });
  expect(stop.result?.structuredContent, textOf(stop)).toMatchObject({ state: 'paused', location: { line } });
  return agent;
}

const said = () => written('said.txt');
const written = (file: string) => readFile(join(project, file), 'utf8').catch(() => '');
const debuggersOf = (language: Language) => processesOf(home).filter(({ command }) => language.debugger.test(command));
const programsOf = () =>
  processesOf(home).filter(
    ({ command }) =>
      /(?:^|[ /])(?:main\.(?:js|py)|child\.js)|ticks\.txt|__debug_bin|project\/main/.test(command) && !/dist\/main|nodeAdapter|debugpy|dlv|lldb/.test(command),
  );

// Nothing of the program is there any more, and nothing is written that was not written then.
async function silence(): Promise<void> {
  await eventually(
    () => programsOf().length === 0,
    () => `still there: ${JSON.stringify(programsOf())}`,
  );
  const ticks = await written('ticks.txt');
  await sleep(300);
  expect(await written('ticks.txt')).toBe(ticks);
}

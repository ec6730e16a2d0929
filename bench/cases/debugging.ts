// What a debugger costs: the way to the first stop, a step, an expression and variables, ours against js-debug and mcp-debugger, and against the bare adapters of other languages.
import { dirname, join } from 'node:path';
import { temporaryHome } from '../../test/support/builtProgram.ts';
import { Agent } from '../agent.ts';
import { startDaemon } from '../daemon.ts';
import { AdapterProcess, type AdapterProgram, BareSession, type Launch } from '../debugging/bareAdapter.ts';
import { BareInspector } from '../debugging/bareInspector.ts';
import { jsDebug, McpDebugger, ourNodeAdapter, type Place, withDebuggers } from '../debugging/peers.ts';
import { EXPRESSION, openDebuggees, STOPS_AT } from '../debugging/programs.ts';
import { type Result, ratioResult } from '../result.ts';
import { type Spread, spread, timed } from '../statistics.ts';

const LAUNCHES = 9;
const ROUNDS = 40;
const BLOCKS = 4;
// Runs that make each warm.
const FIRST = 5;

export async function debugging(): Promise<Result[]> {
  await using programs = await openDebuggees();
  await using home = await temporaryHome();
  const environment = await withDebuggers(home.environment);
  await using _daemon = await startDaemon(environment, programs.folder);
  await using agent = await Agent.connectToAll(environment, programs.folder);
  const place = { folder: programs.folder, environment };
  const results = await ofNode(place, agent);
  for (const language of LANGUAGES) results.push(...(await ofLanguage(language, place, agent)));
  return results;
}

type Measured = 'launch' | 'step' | 'evaluate' | 'variables';
type Numbers = Readonly<Record<Measured, Spread>>;

// Something that can be brought to its first stop, and asked there.
interface Contender {
  launch(): Promise<void>;
  step(): Promise<void>;
  evaluate(): Promise<unknown>;
  variables(): Promise<unknown>;
  end(): Promise<void>;
}

async function ofNode(place: Place, agent: Agent): Promise<Result[]> {
  await using peer = await McpDebugger.start(place);
  const launch: Launch = {
    type: 'pwa-node',
    arguments: {
      type: 'pwa-node',
      request: 'launch',
      name: 'bench',
      program: join(place.folder, 'main.js'),
      cwd: place.folder,
      runtimeExecutable: process.execPath,
      console: 'internalConsole',
      __workspaceFolder: place.folder,
    },
    file: join(place.folder, 'main.js'),
    line: STOPS_AT['main.js'],
  };
  const [theirs, floor, adapter, ours, mcp] = await measured([
    bareContender(await jsDebug(place), launch, 'repl'),
    inspectorContender(place),
    bareContender(ourNodeAdapter(place), launch, 'repl'),
    ourContender(agent, 'main.js'),
    peerContender(peer),
  ]);
  if (theirs === undefined || floor === undefined || adapter === undefined || ours === undefined || mcp === undefined) throw new Error('nothing was measured');
  const row = (what: string, key: Measured, own: Numbers, other: Numbers, floorName: string, atMost: number) =>
    ratioResult({
      what: `Node: ${what}`,
      floorName,
      floor: other[key].p50,
      ours: own[key].p50,
      atMost,
      note: `p95 ${Math.round(own[key].p95 * 10) / 10}; best of js-debug ${Math.round(theirs[key].best)}, bare inspector ${floor[key].p50.toPrecision(3)} ms`,
    });
  return [
    row('launch to first stop, adapter', 'launch', adapter, theirs, 'js-debug', 0.35),
    row('launch to first stop, MCP', 'launch', ours, theirs, 'js-debug', 0.35),
    row('launch to first stop, MCP', 'launch', ours, mcp, 'mcp-debugger', 0.2),
    ...(['step', 'evaluate', 'variables'] as const).flatMap((key) => [
      row(`${key}, adapter`, key, adapter, theirs, 'js-debug', 0.1),
      row(`${key}, MCP`, key, ours, theirs, 'js-debug', 0.1),
      row(`${key}, MCP`, key, ours, mcp, 'mcp-debugger', 1),
    ]),
  ];
}

interface Language {
  readonly name: string;
  readonly adapter: string;
  readonly source: keyof typeof STOPS_AT;
  // As our tool is asked.
  readonly program: string;
  readonly evaluateContext: string;
  readonly command: readonly string[];
  readonly listeningAt?: RegExp;
  launch(place: Place): Readonly<Record<string, unknown>>;
}

const LANGUAGES: readonly Language[] = [
  {
    name: 'Python',
    adapter: 'debugpy',
    source: 'main.py',
    program: 'main.py',
    evaluateContext: 'repl',
    command: ['python3', '-m', 'debugpy.adapter'],
    launch: ({ folder }) => ({
      console: 'internalConsole',
      redirectOutput: true,
      justMyCode: true,
      subProcess: true,
      python: ['python3'],
      program: join(folder, 'main.py'),
      cwd: folder,
      env: { PYDEVD_DISABLE_FILE_VALIDATION: '1' },
    }),
  },
  {
    name: 'Go',
    adapter: 'dlv',
    source: 'shop/main.go',
    program: 'shop/main.go',
    evaluateContext: 'repl',
    command: ['dlv', 'dap', '--listen=127.0.0.1:0'],
    listeningAt: /DAP server listening at: .*?:(\d+)/,
    launch: ({ folder, environment }) => ({
      mode: 'debug',
      program: join(folder, 'shop'),
      cwd: join(folder, 'shop'),
      output: join(environment['HOME'] ?? folder, `debug-${Date.now().toString(36)}`),
      outputMode: 'remote',
    }),
  },
  {
    name: 'C++',
    adapter: 'codelldb',
    source: 'main.cpp',
    program: 'main.out',
    evaluateContext: 'watch',
    command: ['codelldb'],
    launch: ({ folder }) => ({ program: join(folder, 'main.out'), args: [], env: {}, terminal: 'console', expressions: 'native', stopOnEntry: false }),
  },
];

// The bar is that of every warm call: a tenth more than the bare requests, or two milliseconds.
async function ofLanguage(language: Language, place: Place, agent: Agent): Promise<Result[]> {
  const { source, listeningAt, evaluateContext } = language;
  const folder = join(place.folder, dirname(source));
  const program: AdapterProgram = { command: language.command, folder, environment: place.environment, ...(listeningAt !== undefined && { listeningAt }) };
  const launch = () => ({ type: language.adapter, arguments: language.launch(place), file: join(place.folder, source), line: STOPS_AT[source] });
  const [floor, ours] = await measured([lookingContender(program, launch, evaluateContext), ourContender(agent, source, language.program)]);
  if (floor === undefined || ours === undefined) throw new Error('nothing was measured');
  return (['launch', 'step', 'evaluate', 'variables'] as const).map((key) =>
    ratioResult({
      what: `${language.name}: ${key === 'launch' ? 'launch to first stop' : key}, MCP`,
      floorName: `bare ${language.adapter}`,
      floor: floor[key].p50,
      ours: ours[key].p50,
      atMost: 1.1,
      orMore: 2,
      note: `p95 ${Math.round(ours[key].p95 * 10) / 10} against ${Math.round(floor[key].p95 * 10) / 10} ms`,
    }),
  );
}

// Launches in turns, so that a busy moment of the machine hits all. The rest in blocks of one each, question after question: a connection that has rested
// for a while is acknowledged at once by the system, and debuggers that otherwise wait 40 ms for it would look quick.
async function measured(contenders: readonly Contender[]): Promise<readonly Numbers[]> {
  const launches = contenders.map((): number[] => []);
  const rest = contenders.map((): Record<Exclude<Measured, 'launch'>, number[]> => ({ step: [], evaluate: [], variables: [] }));
  for (let round = 0; round <= LAUNCHES; round++)
    for (const [index, contender] of contenders.entries()) {
      const { ms } = await timed(() => contender.launch());
      // The first of each fills the caches of the machine.
      if (round > 0) launches[index]?.push(ms);
      if (round < LAUNCHES) await contender.end();
    }
  for (let block = 0; block < BLOCKS; block++)
    for (const key of ['step', 'evaluate', 'variables'] as const)
      for (const [index, contender] of contenders.entries())
        for (let round = 0; round < ROUNDS / BLOCKS + FIRST; round++) {
          const { ms } = await timed<unknown>(() => contender[key]());
          if (round >= FIRST) rest[index]?.[key].push(ms);
        }
  for (const contender of contenders) await contender.end();
  return contenders.map((_, index) => ({
    launch: spread(launches[index] ?? []),
    step: spread(rest[index]?.step ?? []),
    evaluate: spread(rest[index]?.evaluate ?? []),
    variables: spread(rest[index]?.variables ?? []),
  }));
}

// One process for each session: from its start to the event that it stopped.
function bareContender(program: AdapterProgram, launch: Launch, context: string): Contender {
  let process: AdapterProcess | undefined;
  let session: BareSession | undefined;
  let evaluate: ((expression: string) => Promise<string>) | undefined;
  return {
    async launch() {
      process = new AdapterProcess(program);
      session = await BareSession.stopped(process, launch);
    },
    async step() {
      evaluate = undefined;
      await session?.step();
    },
    async evaluate() {
      evaluate ??= await session?.evaluator(context);
      await evaluate?.(EXPRESSION);
    },
    variables: async () => session?.variables(),
    async end() {
      await session?.[Symbol.asyncDispose]();
      await process?.[Symbol.asyncDispose]();
    },
  };
}

// As our answers: a stop is reported with its stack and variables, so the bare client asks for them too.
function lookingContender(program: AdapterProgram, launch: () => Launch, context: string): Contender {
  let bare = bareContender(program, launch(), context);
  return {
    async launch() {
      bare = bareContender(program, launch(), context);
      await bare.launch();
      await bare.variables();
    },
    async step() {
      await bare.step();
      await bare.variables();
    },
    evaluate: () => bare.evaluate(),
    variables: () => bare.variables(),
    end: () => bare.end(),
  };
}

function inspectorContender({ folder, environment }: Place): Contender {
  let inspector: BareInspector | undefined;
  return {
    async launch() {
      inspector = await BareInspector.stopped(folder, environment, join(folder, 'main.js'), STOPS_AT['main.js']);
    },
    step: async () => inspector?.step(),
    evaluate: async () => inspector?.evaluate(EXPRESSION),
    variables: async () => inspector?.variables(),
    end: async () => inspector?.[Symbol.asyncDispose](),
  };
}

// As an agent does it: the breakpoint, then the program.
function ourContender(agent: Agent, source: keyof typeof STOPS_AT, program: string = source): Contender {
  return {
    async launch() {
      await agent.call('set_breakpoint', { file: source, line: STOPS_AT[source] });
      const stop = await agent.call('start_debug_session', { program, timeout: LONGEST });
      if (stop['state'] !== 'paused') throw new Error(`${program} does not stop: ${JSON.stringify(stop)}`);
    },
    step: async () => paused(await agent.call('step_over', {})),
    evaluate: () => agent.call('evaluate', { expression: EXPRESSION }),
    variables: () => agent.call('get_variables', {}),
    end: async () => void (await agent.call('stop_debug_session', {})),
  };
}

function peerContender(peer: McpDebugger): Contender {
  return {
    launch: () => peer.launch(),
    step: () => peer.step(),
    evaluate: () => peer.evaluate(),
    variables: () => peer.variables(),
    end: () => peer.close(),
  };
}

const LONGEST = 180;

function paused(stop: Record<string, unknown>): void {
  if (stop['state'] !== 'paused') throw new Error(`it does not stop after a step: ${JSON.stringify(stop)}`);
}

// Warm latency of each tool against what it must ask: the bare engine's own requests, the bare search program, or a bare read.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { seconds } from '../../src/base/waiting/duration.ts';
import { temporaryHome } from '../../test/support/builtProgram.ts';
import { type ListedTool, ListedTools } from '../../test/support/toolArguments.ts';
import { Agent } from '../agent.ts';
import { symbolOf } from '../answers.ts';
import { BareEngine, pythonStart, type Start, type Target, typescriptStart } from '../bareEngine.ts';
import { type Corpus, openDjango, openEffect, targetIn } from '../corpus.ts';
import { startDaemon } from '../daemon.ts';
import { type Result, ratioResult, tails } from '../result.ts';
import { sideBySide } from '../statistics.ts';

const ROUNDS = 25;
const WARMING_UP = 25;
const LONGEST_ROW = seconds(15);
// What is allowed: a tenth more, or two milliseconds where that is more.
const AT_MOST = 1.1;
const OR_MORE = 2;

// What the tools are asked about in one corpus.
interface Places {
  readonly language: string;
  readonly engine: BareEngine;
  readonly corpus: Corpus;
  // Used in a dozen files; a function; a class or interface that others build on; a method that others override.
  readonly symbol: Target;
  readonly callable: Target;
  readonly type: Target;
  readonly method: Target;
}

interface Measured {
  readonly tool: string;
  readonly floorName: string;
  input(places: Places): Record<string, unknown>;
  floor(places: Places): Promise<unknown>;
}

export async function tools(): Promise<Result[]> {
  return [
    ...(await measured('TypeScript', openEffect, typescriptStart(), async (corpus) => ({
      callable: await targetIn(corpus.folder, 'src/Pipeable.ts', 'pipeArguments', /^export const pipeArguments\b/m),
      type: await targetIn(corpus.folder, 'src/Inspectable.ts', 'Inspectable', /^export interface Inspectable\b/m),
      method: await targetIn(corpus.folder, 'src/Inspectable.ts', 'toJSON', /^ {2}toJSON\(\)/m),
    }))),
    ...(await measured('Python', openDjango, pythonStart(), async (corpus) => ({
      callable: corpus.mid,
      type: await targetIn(corpus.folder, 'django/db/models/lookups.py', 'PatternLookup', /^class PatternLookup\b/m),
      method: await targetIn(corpus.folder, 'django/db/models/lookups.py', 'as_sql', /^ {4}def as_sql\b/m),
    }))),
  ];
}

async function measured(
  language: string,
  open: () => Promise<Corpus>,
  how: Start,
  others: (corpus: Corpus) => Promise<Pick<Places, 'callable' | 'type' | 'method'>>,
): Promise<Result[]> {
  await using corpus = await open();
  await using home = await temporaryHome();
  await using _daemon = await startDaemon(home.environment, corpus.folder);
  await using agent = await Agent.connectToAll(home.environment, corpus.folder);
  await using engine = await BareEngine.start(corpus.folder, how);
  const places: Places = { language, engine, corpus, symbol: corpus.mid, ...(await others(corpus)) };
  for (const { file } of [places.symbol, places.callable, places.type, places.method]) await engine.open(file);
  await engine.ready;
  const listed = ListedTools.parse(await agent.request('tools/list', {})).tools;
  const results: Result[] = [];
  for (const each of rows) {
    if (!listed.some(({ name }) => name === each.tool)) continue;
    const ask = async () => {
      const answer = await agent.answer(each.tool, each.input(places));
      if ('refusal' in answer) throw new Error(`${each.tool}: ${answer.refusal}`);
    };
    process.stderr.write(`  ${language}: ${each.tool}\n`);
    // A daemon lives for days, and its code is compiled for speed only when it has run some times.
    await sideBySide(WARMING_UP, () => each.floor(places), ask, LONGEST_ROW / 3);
    const { floor, ours } = await sideBySide(ROUNDS, () => each.floor(places), ask, LONGEST_ROW);
    results.push(
      ratioResult({
        what: `${language}: warm ${each.tool}`,
        floorName: each.floorName,
        floor: floor.p50,
        ours: ours.p50,
        atMost: AT_MOST,
        orMore: OR_MORE,
        note: tails(floor, ours),
      }),
    );
  }
  return [...results, unmeasured(language, listed)];
}

// A reading tool that nobody measures is reported, so that it gets a row. Those that change files are measured in `changes`.
function unmeasured(language: string, listed: readonly ListedTool[]): Result {
  const reading = listed.filter(({ annotations }) => annotations.readOnlyHint).map(({ name }) => name);
  const names = reading.filter((name) => !WITHOUT_FLOOR.has(name) && !rows.some(({ tool }) => tool === name));
  return { what: `${language}: tools without a row`, ours: names.length, unit: 'answers', bar: '0', met: names.length === 0, note: names.join(', ') };
}

// They start something, stand for another call, answer from what the daemon has in hand, or need a stopped program or a repository, which the cases `debugging` and `git` have.
const WITHOUT_FLOOR: ReadonlySet<string> = new Set([
  'open_project',
  'call_tool',
  'list_projects',
  'find_tools',
  'index_status',
  'list_changes',
  'download_sources',
  'get_test_results',
  'get_coverage',
  'get_notifications',
  'read_ide_log',
  'list_terminals',
  'read_terminal_output',
  'read_run_output',
  'list_debug_sessions',
  'get_debug_session_status',
  'list_breakpoints',
  'read_debug_output',
  'wait_for_pause',
  'get_stack_trace',
  'list_threads',
  'get_variables',
  'expand_variable',
  'get_source_context',
  'git_status',
  'git_diff',
  'git_log',
  'git_show',
  'git_blame',
]);

const Items = z.array(z.unknown()).nullable();

const rows: readonly Measured[] = [
  asked('find_references', 'references', symbolInput, ({ engine, symbol }) => engine.references(symbol)),
  asked('find_definition', 'definition', symbolInput, ({ engine, symbol }) => engine.definition(symbol)),
  asked('find_type_definition', 'typeDefinition', symbolInput, ({ engine, symbol }) => engine.request('textDocument/typeDefinition', engine.at(symbol))),
  asked('find_implementations', 'implementation, definition, outlines', methodInput, async ({ engine, method }) => {
    const found = await engine.implementations(method);
    await engine.definition(method);
    await outlines(engine, found);
  }),
  asked('find_super_methods', 'outline, definition', methodInput, async ({ engine, method }) => {
    await outline(engine, method.file);
    await engine.definition(method);
  }),
  asked(
    'type_hierarchy',
    'definition, references, implementation',
    ({ type }) => symbolOf(type),
    async ({ engine, type }) => {
      await engine.definition(type);
      await engine.references(type);
      await engine.implementations(type);
    },
  ),
  asked(
    'call_hierarchy',
    'prepare, incomingCalls',
    // As deep as the bare request goes.
    ({ callable }) => ({ ...symbolOf(callable), depth: 1 }),
    async ({ engine, callable }) => {
      const [item] = Items.parse(await engine.request('textDocument/prepareCallHierarchy', engine.at(callable))) ?? [];
      await engine.request('callHierarchy/incomingCalls', { item });
    },
  ),
  asked('get_documentation', 'hover, definition', symbolInput, async ({ engine, symbol }) => {
    await Promise.all([engine.request('textDocument/hover', engine.at(symbol)), engine.definition(symbol)]);
  }),
  asked('inspect_symbol', 'hover, definition, references', symbolInput, async ({ engine, symbol }) => {
    await Promise.all([engine.request('textDocument/hover', engine.at(symbol)), engine.definition(symbol), engine.references(symbol)]);
  }),
  asked('get_file_outline', 'documentSymbol', fileInput, ({ engine, symbol }) => outline(engine, symbol.file)),
  asked(
    'search_symbols',
    'workspace/symbol',
    ({ symbol }) => ({ query: symbol.name }),
    ({ engine, symbol }) => engine.symbols(symbol.name),
  ),
  asked(
    'get_diagnostics',
    'diagnostic',
    ({ symbol }) => ({ files: [symbol.file] }),
    ({ engine, symbol }) => engine.diagnostics([symbol.file]),
  ),
  asked('code_completions', 'completion', completionInput, ({ engine, symbol }) => engine.request('textDocument/completion', engine.at(symbol))),
  asked('list_quick_fixes', 'diagnostic, codeAction', fileInput, async ({ engine, symbol }) => {
    await engine.diagnostics([symbol.file]);
    const { position, textDocument } = engine.at(symbol);
    await engine.request('textDocument/codeAction', { textDocument, range: { start: position, end: position }, context: { diagnostics: [] } });
  }),
  asked(
    'search_text',
    'bare rg',
    ({ symbol }) => ({ query: symbol.name }),
    ({ corpus, symbol }) => run(ripgrep(), ['--json', symbol.name, corpus.folder]),
  ),
  asked(
    'search_structure',
    'bare ast-grep',
    ({ language, symbol }) => ({ pattern: `${symbol.name}($$$A)`, language: language.toLowerCase() }),
    ({ corpus, language, symbol }) => run(astGrep(), ['run', '--json=compact', '-p', `${symbol.name}($$$A)`, '-l', language.toLowerCase(), corpus.folder]),
  ),
  asked('read_file', 'bare read', fileInput, ({ corpus, symbol }) => readFile(join(corpus.folder, symbol.file), 'utf8')),
  // What lists files can have no smaller floor than the program that lists files.
  ...['list_project_files', 'project_structure', 'get_project_info', 'list_dependencies', 'list_run_configurations'].map((tool) =>
    asked(
      tool,
      'bare rg --files',
      () => ({}),
      ({ corpus }) => run(ripgrep(), ['--files', corpus.folder]),
    ),
  ),
];

function asked(tool: string, floorName: string, input: Measured['input'], floor: Measured['floor']): Measured {
  return { tool, floorName, input, floor };
}

function symbolInput({ symbol }: Places): Record<string, unknown> {
  return symbolOf(symbol);
}

function methodInput({ method }: Places): Record<string, unknown> {
  return symbolOf(method);
}

function fileInput({ symbol }: Places): Record<string, unknown> {
  return { file: symbol.file };
}

function completionInput({ symbol }: Places): Record<string, unknown> {
  return { file: symbol.file, line: symbol.line, column: symbol.column };
}

function outline(engine: BareEngine, file: string): Promise<unknown> {
  return engine.request('textDocument/documentSymbol', { textDocument: { uri: engine.uri(file) } });
}

// Of each file that an answer names, as our rows have the symbol around each place.
async function outlines(engine: BareEngine, places: readonly string[]): Promise<void> {
  const files = new Set(places.map((place) => place.replace(/(?::\d+){2}$/, '')));
  await Promise.all([...files].map((file) => outline(engine, file)));
}

function run(program: string, args: readonly string[]): Promise<unknown> {
  // Both programs end with 1 when they find nothing, which is an answer.
  return promisify(execFile)(program, args, { maxBuffer: 64 * 1024 ** 2 }).catch(() => undefined);
}

const Programs = z.object({ rgPath: z.string() });

function ripgrep(): string {
  return Programs.parse(createRequire(import.meta.url)('@vscode/ripgrep')).rgPath;
}

function astGrep(): string {
  const platform = `${process.platform}-${process.arch}${process.platform === 'linux' ? '-gnu' : process.platform === 'win32' ? '-msvc' : ''}`;
  const folder = createRequire(import.meta.url).resolve(`@ast-grep/cli-${platform}/package.json`);
  return join(folder, '..', process.platform === 'win32' ? 'ast-grep.exe' : 'ast-grep');
}

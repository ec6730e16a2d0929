// What answers cost a model to read: every tool about symbols of two large repositories, chosen by chance, counted by the real tokenizer.
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { temporaryHome } from '../../test/support/builtProgram.ts';
import { asksAboutPlaces, type ListedTool, ListedTools, toolArguments } from '../../test/support/toolArguments.ts';
import { Agent } from '../agent.ts';
import { allReferences, symbolOf } from '../answers.ts';
import { BareEngine, pythonStart, type Start, type Target, typescriptStart } from '../bareEngine.ts';
import { type Corpus, openDjango, openEffect } from '../corpus.ts';
import { startDaemon } from '../daemon.ts';
import { chanceFrom } from '../prove/random.ts';
import { chosenSymbols } from '../prove/symbols.ts';
import { limitResult, type Result } from '../result.ts';
import { spread } from '../statistics.ts';

const SYMBOLS = 8;
const SEED = 800;
const BUDGET = 8_000;
const MEDIAN = 800;
const CATALOGUE = 16_000;

export async function answers(): Promise<Result[]> {
  const weights = new Map<string, number[]>();
  const refusals = new Map<string, number>();
  const whole: Result[] = [];
  for (const [open, how] of [[openEffect, typescriptStart] as const, [openDjango, pythonStart] as const]) {
    await using corpus = await open();
    const symbols = await symbolsOf(corpus, how());
    await using home = await temporaryHome();
    await using _daemon = await startDaemon(home.environment, corpus.folder);
    await using agent = await Agent.connectToAll(home.environment, corpus.folder);
    const { tools } = ListedTools.parse(await agent.request('tools/list', {}));
    if (whole.length === 0) whole.push(catalogueResult(tools), ...(await placesResult(agent, corpus.mid)));
    for (const tool of tools.filter(({ name }) => !PASSED_OVER.has(name))) {
      for (const symbol of asksAboutPlaces(tool) ? symbols : symbols.slice(0, 1)) {
        const answer = await agent.answer(tool.name, toolArguments(tool, symbol, corpus.folder));
        if ('refusal' in answer) refusals.set(tool.name, (refusals.get(tool.name) ?? 0) + 1);
        else weights.set(tool.name, [...(weights.get(tool.name) ?? []), countTokens(JSON.stringify(answer.value))]);
      }
    }
  }
  const all = [...weights.values()].flat();
  return [
    ...whole,
    limitResult({ what: `median of ${all.length} answers`, ours: spread(all).p50, unit: 'tokens', atMost: MEDIAN }),
    ...[...weights].map(([tool, counts]) => toolResult(tool, counts, refusals.get(tool) ?? 0)),
  ];
}

// What it opens would be another project.
const PASSED_OVER: ReadonlySet<string> = new Set([
  'open_project',
  'call_tool',
  'start_debug_session',
  'debug_test',
  'attach_debugger',
  'list_tests',
  'run_tests',
]);

function toolResult(tool: string, counts: readonly number[], refused: number): Result {
  const most = Math.max(...counts);
  return {
    what: `largest answer of ${tool}`,
    ours: most,
    unit: 'tokens',
    bar: `≤ ${BUDGET.toLocaleString('en')}`,
    met: most <= BUDGET,
    note: `median ${Math.round(spread(counts).p50)} of ${counts.length}${refused === 0 ? '' : `, and ${refused} refused`}`,
  };
}

function catalogueResult(tools: readonly ListedTool[]): Result {
  const tokens = tools.reduce((sum, { name, description, inputSchema }) => sum + countTokens(JSON.stringify({ name, description, inputSchema })), 0);
  const each = tokens / tools.length;
  return limitResult({
    what: `tokens (o200k) of the whole catalogue, ${tools.length} tools`,
    ours: tokens,
    unit: 'tokens',
    atMost: CATALOGUE,
    note: `${Math.round(each)} a tool: room for ${Math.floor(CATALOGUE / each)} such tools`,
  });
}

// A few hundred references as places, against the lines that any search would print.
async function placesResult(agent: Agent, target: Target): Promise<Result[]> {
  const lines = await allReferences(agent, target);
  const answer = await agent.call('find_references', { ...symbolOf(target), text: false });
  const floor = countTokens(lines.join('\n'));
  const ours = countTokens(JSON.stringify(answer));
  return [
    {
      what: `${lines.length} references in full, places only`,
      floor: { name: 'path:line:column', value: floor },
      ours,
      unit: 'tokens',
      ratio: ours / floor,
      bar: '≤ 1×',
      met: ours <= floor && answer['cursor'] === undefined,
    },
  ];
}

async function symbolsOf(corpus: Corpus, how: Start): Promise<readonly Target[]> {
  await using engine = await BareEngine.start(corpus.folder, how);
  return await chosenSymbols(corpus, engine, SYMBOLS, chanceFrom(SEED));
}

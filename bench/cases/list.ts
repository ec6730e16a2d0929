// The list of tools: how fast it comes against an echo of the same bytes, and what it costs a model to read.
import { fileURLToPath } from 'node:url';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { z } from 'zod';
import { temporaryHome } from '../../test/support/builtProgram.ts';
import { Agent } from '../agent.ts';
import { openEffect } from '../corpus.ts';
import { startDaemon } from '../daemon.ts';
import { limitResult, type Result, ratioResult, tails } from '../result.ts';
import { sideBySide } from '../statistics.ts';

const ROUNDS = 300;
const Listed = z.object({ tools: z.array(z.object({ name: z.string(), description: z.string(), inputSchema: z.unknown() })) });

export async function list(): Promise<Result[]> {
  await using corpus = await openEffect();
  await using home = await temporaryHome();
  await using _daemon = await startDaemon(home.environment, corpus.folder);
  await using agent = await Agent.connect(home.environment, corpus.folder);
  const listed = await agent.request('tools/list', {});
  const echo = fileURLToPath(new URL('../echo.mjs', import.meta.url));
  await using floorAgent = await Agent.connect({ ...home.environment, BENCH_ECHO: JSON.stringify(listed) }, corpus.folder, [process.execPath, echo]);
  const { floor, ours } = await sideBySide(
    ROUNDS,
    () => floorAgent.request('tools/list', {}),
    () => agent.request('tools/list', {}),
  );
  const { tools } = Listed.parse(listed);
  const tokens = tools.reduce((sum, { name, description, inputSchema }) => sum + countTokens(JSON.stringify({ name, description, inputSchema })), 0);
  return [
    ratioResult({
      what: `tools/list over stdio, ${tools.length} tools`,
      floorName: 'JSON echo',
      floor: floor.p50,
      ours: ours.p50,
      atMost: 2,
      note: tails(floor, ours),
    }),
    limitResult({ what: 'tokens (o200k) of the default tool list', ours: tokens, unit: 'tokens', atMost: 6_000 }),
  ];
}

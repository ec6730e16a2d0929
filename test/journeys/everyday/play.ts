// Plays the journeys of one language: a copy of its project in git, the built program behind the stdio door, and a stopwatch around each call.
import { execFileSync } from 'node:child_process';
import { cp, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { z } from 'zod';
import { minutes } from '../../../src/base/waiting/duration.ts';
import { temporaryHome } from '../../support/builtProgram.ts';
import type { TestTool, ToolName } from '../../support/testTools.ts';
import { door } from '../shop.ts';
import { journeysOf } from './journey.ts';
import { type EverydayLanguage, type Language, languages } from './languages.ts';
import { Place } from './place.ts';

export interface Played {
  readonly journey: string;
  readonly tool: string;
  readonly seconds: number;
  // Of the call and of the answer, as a model pays for them.
  readonly tokens: number;
}

const Result = z.object({ isError: z.boolean().optional(), structuredContent: z.unknown().optional(), content: z.array(z.object({ text: z.string() })) });
const LONGEST = minutes(2);
const MOST_TURNS = 60;
const WORKSPACES = fileURLToPath(new URL('../../workspaces/ferries', import.meta.url));

// Whoever wants to see everything that is wrong passes `wrong`; the first one ends it otherwise.
export async function play(
  name: EverydayLanguage,
  toolOf: (tool: ToolName) => Promise<TestTool>,
  wrong = (error: Error): void => {
    throw error;
  },
): Promise<readonly Played[]> {
  const language: Language = languages[name];
  const tools: Partial<Record<ToolName, TestTool>> = {};
  for (const tool of language.tools) tools[tool] = await toolOf(tool);
  await using home = await temporaryHome();
  await using project = await projectOf(name);
  const more = await language.prepare(project.folder, tools);
  const environment = strings({ ...home.environment, GIT_CONFIG_GLOBAL: join(home.folder, '.gitconfig'), GIT_CONFIG_NOSYSTEM: '1', ...more });
  await writeFile(join(home.folder, '.gitconfig'), '[user]\n\tname = Ada\n\temail = ada@example.com\n[init]\n\tdefaultBranch = main\n');
  for (const args of [
    ['init', '-q'],
    ['add', '-A'],
    ['commit', '-q', '-m', 'ferries: begin'],
  ])
    execFileSync('git', args, { cwd: project.folder, env: environment });
  const place = new Place(project.folder, environment, language.code);
  const [command, ...args] = door;
  const client = new Client({ name: 'journey', version: '1.0.0' });
  await client.connect(new StdioClientTransport({ command, args, cwd: project.folder, env: environment, stderr: 'inherit' }));
  try {
    const said = new Map<string, unknown>();
    const played: Played[] = [];
    for (const { name: journey, steps } of journeysOf(language, await freePort())) {
      for (const step of steps) {
        let where = `${name}, ${journey}, ${step.tool}`;
        try {
          let answer: unknown;
          for (let turn = 1; turn === 1 || step.until?.(answer) === false; turn++) {
            const given = typeof step.arguments === 'function' ? step.arguments(said) : (step.arguments ?? {});
            where = `${name}, ${journey}, ${step.tool} ${JSON.stringify(given)}`;
            if (turn > MOST_TURNS) throw new Error(`still not so after ${MOST_TURNS} calls`);
            const call = await called(client, step.tool, given);
            answer = call.answer;
            said.set(step.tool, answer);
            played.push({ journey, tool: step.tool, seconds: call.seconds, tokens: call.tokens });
          }
          await step.proves?.(place, answer);
        } catch (cause) {
          const what = cause instanceof Error ? cause.message : String(cause);
          wrong(new Error(`${where}: ${what}\nanswered: ${JSON.stringify(said.get(step.tool), undefined, 1)}`, { cause }));
        }
      }
    }
    return played;
  } finally {
    await client.close();
  }
}

async function called(client: Client, tool: string, given: Readonly<Record<string, unknown>>): Promise<{ answer: unknown; seconds: number; tokens: number }> {
  const started = performance.now();
  const { isError, structuredContent, content } = Result.parse(await client.callTool({ name: tool, arguments: { ...given } }, { timeout: LONGEST }));
  const seconds = (performance.now() - started) / 1000;
  if (isError === true) throw new Error(content.map(({ text }) => text).join('\n'));
  return {
    answer: structuredContent,
    seconds,
    tokens: countTokens(JSON.stringify({ name: tool, arguments: given })) + countTokens(JSON.stringify(structuredContent)),
  };
}

async function projectOf(name: string): Promise<AsyncDisposable & { folder: string }> {
  const parent = await realpath(await mkdtemp(join(tmpdir(), 'binnacle-ferries-')));
  const folder = join(parent, 'ferries');
  await cp(join(WORKSPACES, name), folder, { recursive: true });
  return { folder, [Symbol.asyncDispose]: () => rm(parent, { recursive: true, force: true, maxRetries: 5 }) };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

function strings(environment: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(Object.entries(environment).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}

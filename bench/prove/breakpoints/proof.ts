// Is `verified` true exactly when a breakpoint is bound? Lines chosen by chance, set through the tools, compared with where the program then stops.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { temporaryHome } from '../../../test/support/builtProgram.ts';
import { Agent } from '../../agent.ts';
import { chanceFrom } from '../random.ts';
import type { Lines, Program } from './programs.ts';

export interface BreakpointsProof {
  readonly language: string;
  // Set, and of those: said to be in place, stopped at, and lines that were refused because they hold no code.
  readonly set: number;
  readonly verified: number;
  readonly hit: number;
  readonly refused: number;
  readonly untrue: readonly string[];
}

const ListedBreakpoint = z.looseObject({
  id: z.string(),
  file: z.string().optional(),
  line: z.number().optional(),
  verified: z.boolean(),
  sessions: z.array(z.looseObject({ line: z.number().optional(), message: z.string().optional() })).optional(),
});
const Listed = z.looseObject({ breakpoints: z.array(ListedBreakpoint) });
const Status = z.looseObject({
  state: z.string(),
  reason: z.string().optional(),
  location: z.looseObject({ file: z.string().optional(), line: z.number() }).optional(),
  breakpoints: z.array(z.looseObject({ id: z.string() })).optional(),
});

const SESSION = { timeout: 180 };

export async function provenBreakpoints(
  open: (environment: NodeJS.ProcessEnv) => Promise<Program>,
  { count, seed }: { readonly count: number; readonly seed: number },
): Promise<BreakpointsProof> {
  await using home = await temporaryHome();
  await using program = await open(home.environment);
  const lines = await program.lines();
  await using agent = await Agent.connectToAll(program.environment, program.folder);
  const { asked, refused } = await setBreakpoints(agent, program, count, seed);
  await agent.call('set_breakpoint', { file: program.main, line: program.lastLine });

  const hits = new Map<string, string>();
  let status = Status.parse(await agent.call('start_debug_session', { program: program.main, ...SESSION }));
  const isLast = () => status.location?.file === program.main && status.location.line === program.lastLine;
  while (status.state === 'paused' && !isLast()) {
    for (const { id } of status.breakpoints ?? []) hits.set(id, `${status.location?.file}:${status.location?.line}`);
    status = Status.parse(await agent.call('resume', SESSION));
  }
  if (status.state !== 'paused') throw new Error(`${program.main} did not come to its end: ${JSON.stringify(status)}`);
  // Everything that is ever loaded is loaded.
  const listed = Listed.parse(await agent.call('list_breakpoints', {})).breakpoints.filter(({ id }) => asked.has(id));
  await agent.call('stop_debug_session', {});

  const untrue = [
    ...listed.flatMap((one) => untruthOf(one, hits.get(one.id), lines.get(one.file ?? ''))),
    ...refused
      .filter(({ file, line, text }) => lines.get(file)?.withCode?.has(line) === true && lines.get(file)?.executed.has(line) === true && !DOCSTRING.test(text))
      .map(({ file, line }) => `${file}:${line} was refused as a line without code, but it runs`),
  ];
  return {
    language: program.language,
    set: asked.size,
    verified: listed.filter(({ verified }) => verified).length,
    hit: hits.size,
    refused: refused.length,
    untrue,
  };
}

// Of a class it is stored when the class is made; nobody wants to stop there.
const DOCSTRING = /^\s*[rub]*(?:"""|''')/i;

// As many as were asked for, each of a line of its own; what holds no code is refused, and counted.
async function setBreakpoints(agent: Agent, program: Program, count: number, seed: number) {
  const chance = chanceFrom(seed);
  const texts = await Promise.all(program.files.map(async (file) => (await readFile(join(program.folder, file), 'utf8')).split('\n')));
  const lengths = texts.map(({ length }) => length);
  const asked = new Set<string>();
  const refused: { readonly file: string; readonly line: number; readonly text: string }[] = [];
  const seen = new Set<string>();
  const total = lengths.reduce((sum, length) => sum + length, 0);
  while (asked.size < count && seen.size < total) {
    const index = chance(program.files.length);
    const file = program.files[index] ?? '';
    const line = 1 + chance(lengths[index] ?? 1);
    if (seen.has(`${file}:${line}`)) continue;
    seen.add(`${file}:${line}`);
    // Once: a loop would stop a thousand times at the same line.
    const answer = await agent.answer('set_breakpoint', { file, line, hit_condition: '== 1' });
    if ('refusal' in answer) {
      if (!/no_code_on_line|line_out_of_range/.test(answer.refusal)) throw new Error(answer.refusal);
      refused.push({ file, line, text: texts[index]?.[line - 1] ?? '' });
    } else asked.add(z.looseObject({ breakpoint: ListedBreakpoint }).parse(answer.value).breakpoint.id);
  }
  return { asked, refused };
}

function untruthOf(
  { file = '', line = 0, verified, sessions }: z.output<typeof ListedBreakpoint>,
  hit: string | undefined,
  lines: Lines | undefined,
): string[] {
  const [session] = sessions ?? [];
  const bound = session?.line ?? line;
  const name = `${file}:${line}${bound === line ? '' : ` (reported at ${bound})`}`;
  const ran = lines === undefined || lines.unclear.has(bound) ? undefined : lines.executed.has(bound);
  if (hit !== undefined && !verified) return [`${name} stopped at ${hit}, but was not verified`];
  // Elsewhere is no untruth if it is said; what runs there is not known.
  if (/has put it at/.test(session?.message ?? '')) return [];
  if (hit !== undefined && hit !== `${file}:${bound}`) return [`${name} stopped at ${hit}`];
  if (hit !== undefined && ran === false) return [`${name} stopped, but does not run without a debugger`];
  if (verified && hit === undefined && ran === true) return [`${name} was verified and runs, but did not stop`];
  if (verified && lines?.withCode?.has(bound) === false) return [`${name} was verified, but holds no code`];
  if (!verified && ran === true && lines?.withCode?.has(bound) === true) return [`${name} runs, but was not verified: ${session?.message ?? 'no reason'}`];
  return [];
}

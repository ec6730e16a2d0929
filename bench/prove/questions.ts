// The four questions that are asked twice, of the bare engine and of us, and both answers in one form.
import { z } from 'zod';
import type { Agent } from '../agent.ts';
import { symbolOf } from '../answers.ts';
import type { BareEngine, Target } from '../bareEngine.ts';

export interface OurAnswer {
  // As the engine's, "file:line:column".
  readonly places: readonly string[];
  // Of the certificate: why it is not whole, its notes, and who answered.
  readonly said: readonly string[];
  readonly engines: readonly string[];
}

export interface Question {
  readonly tool: string;
  ofEngine(engine: BareEngine, target: Target): Promise<readonly string[]>;
  ofUs(agent: Agent, target: Target): Promise<OurAnswer>;
}

const Row = z.object({ file: z.string(), line: z.number(), column: z.number() });
const Page = z.object({
  cursor: z.string().optional(),
  engine: z.string().optional(),
  why: z.string().optional(),
  notes: z.array(z.string()).optional(),
  files: z.array(z.object({ file: z.string(), references: z.array(z.object({ line: z.number(), column: z.number() })) })).optional(),
  definitions: z.array(Row).optional(),
  implementations: z.array(Row).optional(),
  symbols: z.array(z.object({ name: z.string(), ...Row.shape })).optional(),
});

export const questions: readonly Question[] = [
  {
    tool: 'find_references',
    ofEngine: (engine, target) => engine.references(target),
    ofUs: (agent, target) =>
      allPages(agent, 'find_references', symbolOf(target), ({ files = [] }) =>
        files.flatMap(({ file, references }) => references.map(({ line, column }) => `${file}:${line}:${column}`)),
      ),
  },
  {
    tool: 'find_definition',
    ofEngine: (engine, target) => engine.definition(target),
    ofUs: (agent, target) => allPages(agent, 'find_definition', symbolOf(target), ({ definitions = [] }) => definitions.map(placeOf)),
  },
  {
    tool: 'find_implementations',
    ofEngine: (engine, target) => engine.implementations(target),
    ofUs: (agent, target) => allPages(agent, 'find_implementations', symbolOf(target), ({ implementations = [] }) => implementations.map(placeOf)),
  },
  {
    tool: 'search_symbols',
    // Ours leaves out libraries unless asked for them; that is its contract, so the engine's are left out here too.
    ofEngine: async (engine, { name }) => (await engine.symbols(name)).places.filter((place) => !/ (?:\/|[A-Za-z]:)|node_modules\//.test(place)),
    ofUs: (agent, { name }) => allPages(agent, 'search_symbols', { query: name }, ({ symbols = [] }) => symbols.map((row) => `${row.name} ${placeOf(row)}`)),
  },
];

async function allPages(agent: Agent, tool: string, input: Record<string, unknown>, places: (page: z.infer<typeof Page>) => string[]): Promise<OurAnswer> {
  const found: string[] = [];
  const said = new Set<string>();
  const engines = new Set<string>();
  let cursor: string | undefined;
  do {
    const page = Page.parse(await agent.call(tool, { ...input, ...(cursor !== undefined && { cursor }) }));
    found.push(...places(page));
    for (const engine of page.engine?.split(', ') ?? []) engines.add(engine);
    for (const text of [page.why, ...(page.notes ?? [])]) if (text !== undefined) said.add(text);
    cursor = page.cursor;
  } while (cursor !== undefined);
  return { places: [...new Set(found)].sort(), said: [...said], engines: [...engines] };
}

function placeOf({ file, line, column }: z.infer<typeof Row>): string {
  return `${file}:${line}:${column}`;
}

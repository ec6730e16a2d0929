// An agent's ordinary day as data: seven journeys, each a list of calls, and what must then be so in the world for whoever asks the compiler, the tests, git or the port.
import assert from 'node:assert/strict';
import { z } from 'zod';
import type { Place } from './place.ts';

// What differs from language to language.
export interface Words {
  readonly language: string;
  // A function that several files use, and what it is called afterwards.
  readonly symbol: { readonly file: string; readonly name: string; readonly newName: string };
  // What its file declares at its top.
  readonly declared: readonly string[];
  readonly callers: readonly string[];
  readonly failing: { readonly test: RegExp; readonly function: string; readonly file: string; readonly old_text: string; readonly new_text: string };
  readonly move: { readonly tool: 'move_symbol' | 'rename_file'; readonly arguments: Readonly<Record<string, unknown>>; readonly created: string };
  readonly unformatted: string;
  readonly configuration: string;
  // The project's own commands, which know nothing of us; where the tests compile everything, they check it too.
  readonly commands: { readonly check?: readonly string[]; readonly test: readonly string[]; readonly format: readonly string[] };
}

export interface Step {
  readonly tool: string;
  readonly arguments?: Readonly<Record<string, unknown>> | ((said: Said) => Record<string, unknown>);
  // Asked again until this holds of the answer; a program needs its time to begin.
  readonly until?: (answer: unknown) => boolean;
  readonly proves?: (place: Place, answer: unknown) => Promise<void> | void;
}

// The last answer of each tool.
export type Said = ReadonlyMap<string, unknown>;

export interface Journey {
  readonly name: string;
  readonly steps: readonly Step[];
}

const Changed = z.object({ applied: z.literal(true), changeId: z.string(), newErrors: z.tuple([]) });
const Tested = z.object({
  state: z.literal('finished'),
  counts: z.object({ passed: z.number(), failed: z.number() }),
  failures: z.array(z.object({ test: z.string() })),
});
const Referred = z.object({ complete: z.boolean(), files: z.array(z.object({ file: z.string(), references: z.array(z.object({ line: z.number() })) })) });
const Declared = z.object({ symbols: z.array(z.object({ name: z.string() })) });
const Called = z.object({ complete: z.literal(true), calls: z.array(z.object({ name: z.string() })) });
const Described = z.object({ languages: z.record(z.string(), z.unknown()), commands: z.array(z.object({ task: z.string() })) });
const Listed = z.object({ configurations: z.array(z.object({ name: z.string() })) });
const Printed = z.object({ state: z.literal('running'), output: z.array(z.object({ text: z.string() })) });
const Continued = z.object({ cursor: z.string() });
const Responded = z.object({ status: z.literal(200), body: z.string() });

export function journeysOf(words: Words, port: number): readonly Journey[] {
  return [understand(words), fix(words), rename(words), move(words), format(words), commit(words), serve(words, port)].map(([name, steps]) => ({
    name,
    steps,
  }));
}

type Named = readonly [name: string, steps: readonly Step[]];

function understand({ symbol: { file, name }, declared, callers, language }: Words): Named {
  const symbol = { file, name };
  return [
    'understand',
    [
      {
        tool: 'get_project_info',
        proves: (_, answer) => {
          const { languages, commands } = Described.parse(answer);
          assert.ok(language in languages, `${language} is among ${Object.keys(languages)}`);
          assert.ok(
            commands.some(({ task }) => task === 'test'),
            'a command that tests',
          );
        },
      },
      {
        tool: 'get_file_outline',
        arguments: { file, depth: 1 },
        proves: (_, answer) =>
          assert.deepEqual(
            Declared.parse(answer)
              .symbols.map((each) => each.name)
              .sort(),
            [...declared].sort(),
          ),
      },
      {
        tool: 'find_references',
        arguments: { symbol },
        proves: (place, answer) => {
          const { files, complete } = Referred.parse(answer);
          const lines = new Set(files.flatMap((each) => each.references.map(({ line }) => `${each.file}:${line}`)));
          assert.deepEqual([...lines].sort(), place.linesHolding(name));
          assert.ok(complete, 'whole');
        },
      },
      {
        tool: 'call_hierarchy',
        arguments: { symbol, depth: 1 },
        proves: (_, answer) =>
          assert.deepEqual(
            Called.parse(answer)
              .calls.map((each) => each.name)
              .sort(),
            [...callers].sort(),
          ),
      },
    ],
  ];
}

function fix({ failing, commands }: Words): Named {
  const { file, old_text, new_text } = failing;
  return [
    'fix from a failing test',
    [
      {
        tool: 'run_tests',
        proves: (place, answer) => {
          const { failures } = Tested.parse(answer);
          assert.match(failures[0]?.test ?? '', failing.test);
          place.refuses(commands.test);
        },
      },
      { tool: 'inspect_symbol', arguments: { symbol: { file, name: failing.function } } },
      { tool: 'edit_file', arguments: { file, edits: [{ old_text, new_text }] }, proves: (_, answer) => void Changed.parse(answer) },
      {
        tool: 'run_tests',
        arguments: { target: 'failed' },
        proves: (place, answer) => {
          const { counts, failures } = Tested.parse(answer);
          assert.ok(counts.passed > 0, 'it ran');
          assert.deepEqual(failures, []);
          place.accepts(commands.test);
        },
      },
    ],
  ];
}

function rename({ symbol: { file, name, newName }, commands }: Words): Named {
  let before = '';
  let after = '';
  return [
    'rename',
    [
      {
        tool: 'git_status',
        proves: (place) => {
          before = place.state();
        },
      },
      {
        tool: 'rename_symbol',
        arguments: { symbol: { file, name }, new_name: newName },
        proves: (place, answer) => {
          Changed.parse(answer);
          assert.deepEqual(place.linesHolding(name), []);
          if (commands.check !== undefined) place.accepts(commands.check);
          place.accepts(commands.test);
          after = place.state();
        },
      },
      {
        tool: 'undo',
        arguments: (said) => ({ change_id: Changed.parse(said.get('rename_symbol')).changeId }),
        proves: (place) => assert.equal(place.state(), before),
      },
      {
        tool: 'redo',
        arguments: (said) => ({ change_id: Changed.parse(said.get('rename_symbol')).changeId }),
        proves: (place) => assert.equal(place.state(), after),
      },
    ],
  ];
}

function move({ move: { tool, arguments: given, created }, commands }: Words): Named {
  return [
    'move',
    [
      {
        tool,
        arguments: given,
        proves: (place, answer) => {
          Changed.parse(answer);
          assert.ok(place.has(created), `${created} is there`);
          if (commands.check !== undefined) place.accepts(commands.check);
          place.accepts(commands.test);
        },
      },
    ],
  ];
}

function format({ unformatted, commands }: Words): Named {
  return [
    'format',
    [
      { tool: 'get_diagnostics', arguments: { files: [unformatted] }, proves: (place) => place.refuses(commands.format) },
      {
        tool: 'format_code',
        arguments: { file: unformatted },
        proves: (place, answer) => {
          Changed.parse(answer);
          place.accepts(commands.format);
        },
      },
    ],
  ];
}

const SUBJECT = 'fares: eight people are a group';

function commit({ failing }: Words): Named {
  return [
    'git',
    [
      { tool: 'git_status' },
      {
        tool: 'git_diff',
        arguments: { paths: [failing.file] },
        proves: (_, answer) => assert.ok(JSON.stringify(answer).includes(JSON.stringify(failing.new_text).slice(1, -1)), 'the fix is in the diff'),
      },
      { tool: 'git_stage', arguments: { paths: ['.'] } },
      {
        tool: 'git_commit',
        arguments: { message: `${SUBJECT}\n\nAnd one name says what it is.` },
        proves: (place) => {
          assert.equal(place.git('log', '-1', '--format=%s'), SUBJECT);
          assert.equal(place.git('status', '--porcelain'), '');
        },
      },
      { tool: 'git_log', arguments: { page_size: 2 }, proves: (_, answer) => assert.ok(JSON.stringify(answer).includes(SUBJECT)) },
    ],
  ];
}

// Eight people over ten kilometres, with the discount that the fix brought.
const ASKED = '/?km=10&people=8';
const QUOTE = { single: 750, cents: 5400 };

function serve({ configuration }: Words, port: number): Named {
  const url = `http://127.0.0.1:${port}${ASKED}`;
  return [
    'server in the background',
    [
      {
        tool: 'list_run_configurations',
        proves: (_, answer) => {
          const names = Listed.parse(answer).configurations.map(({ name }) => name);
          assert.ok(names.includes(configuration), `${configuration} is among ${names.join(', ')}`);
        },
      },
      { tool: 'run_configuration', arguments: { name: configuration, args: [String(port)], timeout: 0 } },
      {
        tool: 'read_run_output',
        arguments: (said) => ({ wait: 20, ...Continued.safeParse(said.get('read_run_output')).data }),
        until: (answer) => Printed.parse(answer).output.some(({ text }) => text.includes(`desk open on ${port}`)),
      },
      {
        tool: 'http_request',
        arguments: { url },
        proves: async (_, answer) => {
          assert.deepEqual(JSON.parse(Responded.parse(answer).body), QUOTE);
          assert.deepEqual(await (await fetch(url)).json(), QUOTE);
        },
      },
      {
        tool: 'stop_run',
        proves: async (place) => {
          await assert.rejects(fetch(url));
          assert.deepEqual(place.processesNaming(String(port)), []);
        },
      },
    ],
  ];
}

// How any tool of the catalogue is called about one place, worked out from its schema: for tests and benches that go through all of them.
import { z } from 'zod';

export interface AskedPlace {
  readonly file: string;
  readonly line: number;
  readonly name: string;
  // One that the project declares.
  readonly package?: string;
}

export const ListedTools = z.object({
  tools: z.array(
    z.object({
      name: z.string(),
      description: z.string(),
      inputSchema: z.looseObject({ properties: z.record(z.string(), z.unknown()).default({}), required: z.array(z.string()).default([]) }),
      annotations: z.object({ readOnlyHint: z.boolean().default(false) }).default({ readOnlyHint: false }),
    }),
  ),
});
export type ListedTool = z.infer<typeof ListedTools>['tools'][number];

// Whether the answer depends on the place that is asked about.
export function asksAboutPlaces({ inputSchema: { properties } }: ListedTool): boolean {
  return 'symbol' in properties || 'file' in properties || 'query' in properties;
}

// A new tool whose arguments nobody can guess throws, so that it is added here.
export function toolArguments({ name, inputSchema: { properties, required } }: ListedTool, place: AskedPlace, project: string): Record<string, unknown> {
  // Without a place a tool for which it is optional would not go far.
  const useful = ['symbol', 'language', 'fix_id', 'program', 'port', 'paths', 'message', ...('symbol' in properties ? [] : ['file', 'line'])];
  // What an edit does to a place would be missing for those who ask after it.
  if ('preview' in properties) useful.push('preview');
  // Either a text or the end of all.
  if (name === 'write_debug_input') useful.push('text');
  // Either one file or a list.
  if (name === 'rename_file') useful.push('new_file');
  const keys = new Set([...required, ...useful.filter((key) => key in properties)]);
  keys.delete('project_path');
  // A fix says itself which file it is in.
  if (keys.has('fix_id')) keys.delete('file');
  const { package: declared = 'effect', ...symbol } = place;
  const values: Readonly<Record<string, unknown>> = {
    symbol,
    file: place.file,
    line: place.line,
    column: 1,
    query: place.name,
    pattern: /_structure$/.test(name) ? `${place.name}($$$A)` : place.name,
    language: grammars[/\.\w+$/.exec(place.file)?.[0] ?? ''] ?? 'typescript',
    path: project,
    name: name === 'create_scratch_file' ? 'scratch.ts' : name === 'call_tool' ? 'list_project_files' : place.name,
    tool: 'list_project_files',
    arguments: {},
    package: declared,
    direction: 'both',
    text: '// a note',
    fix_id: `${place.file}@0.aaaaaaaaaaaa`,
    kind: 'none',
    action: name === 'git_stash' || name === 'git_branch' ? 'list' : 'insert_after',
    rewrite: place.name,
    edits: [{ old_text: place.name, new_text: `${place.name}Edited` }],
    change_id: 'none',
    agent: 'none',
    server: 'none',
    session_id: 'a-none',
    program: place.file,
    // Of the discard service, which nobody runs.
    port: 9,
    expression: place.name,
    value: '1',
    key: 'editor.tabSize',
    frame_index: 0,
    breakpoint_id: 'b0',
    watch_id: 'w0',
    command: 'node --version',
    terminal_id: 't0',
    run_id: 'r0',
    url: 'http://127.0.0.1:9/',
    settings: { type: 'node', program: place.file },
    calls: [{ tool: 'list_projects' }],
    paths: ['.'],
    message: 'a note',
    variable_id: 's0.1.1',
    new_name: `${place.name}Renamed`,
    new_file: `${place.file}.renamed`,
    preview: true,
    parameters: [],
    start_line: place.line,
    start_column: 1,
    end_line: place.line,
    end_column: 2,
    to_file: `moved-${place.file.replaceAll('/', '-')}`,
  };
  const unknown = [...keys].filter((key) => !(key in values));
  if (unknown.length > 0) throw new Error(`say in toolArguments.ts how ${name} is called: it needs ${unknown.join(', ')}`);
  return Object.fromEntries([...keys].map((key) => [key, chosen(properties[key], values[key])]));
}

const grammars: Readonly<Record<string, string>> = { '.ts': 'typescript', '.py': 'python', '.go': 'go', '.cpp': 'cpp', '.sh': 'bash' };
const OneOf = z.object({ enum: z.array(z.unknown()) });

// Where only some words are allowed, one of them.
function chosen(schema: unknown, value: unknown): unknown {
  const allowed = OneOf.safeParse(schema).data?.enum;
  return allowed === undefined || allowed.includes(value) ? value : allowed[0];
}

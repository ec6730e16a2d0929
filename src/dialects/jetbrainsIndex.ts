// The dialect of the JetBrains index plugin: ide_* tools under /index-mcp, with flat results, error numbers and two resources.
import { z } from 'zod';
import { type IdeError, symbolNotFound } from '../ide/errors/errors.ts';
import { adviceIn } from './advice.ts';
import { type Ask, type Dialect, defineDialectTool } from './dialect.ts';
import { codeCompletions, listQuickFixes } from './jetbrainsIndexAdvice.ts';
import { applyQuickFix } from './jetbrainsIndexFixes.ts';
import { callHierarchy, findImplementations, typeHierarchy } from './jetbrainsIndexHierarchies.ts';
import { refactorRename } from './jetbrainsIndexRefactoring.ts';
import { refactorExtractMethod, refactorExtractVariable, refactorInline, refactorMove, refactorSafeDelete } from './jetbrainsIndexReshaping.ts';
import { inspectSymbol, symbolAnswer, symbolInfo } from './jetbrainsIndexSymbols.ts';
import { cutOf, file, given, inCapitals, modules, nearest, place, pointed, position, project, SEVERITIES } from './jetbrainsIndexWords.ts';

// The dialect's words for what a usage does; what it has no word for is a plain reference.
const USAGE_TYPES: Readonly<Record<string, string>> = {
  call: 'METHOD_CALL',
  new: 'METHOD_CALL',
  decorator: 'METHOD_CALL',
  read: 'FIELD_ACCESS',
  write: 'FIELD_ACCESS',
  import: 'IMPORT',
  export: 'REFERENCE',
  type: 'REFERENCE',
  extends: 'REFERENCE',
  jsx: 'REFERENCE',
  reference: 'REFERENCE',
  declaration: 'REFERENCE',
};

const usages = (name: string) =>
  defineDialectTool({
    name,
    tool: 'find_references',
    description:
      'All usages of the symbol at a position in the whole project: place, line of code and kind of usage (METHOD_CALL, FIELD_ACCESS, IMPORT, REFERENCE).',
    input: z.strictObject(position),
    answer: z.object({
      symbol: pointed,
      files: z.array(
        z.object({
          file: z.string(),
          references: z.array(z.object({ line: z.number(), column: z.number(), text: z.string().optional(), length: z.number().optional(), type: z.string() })),
        }),
      ),
    }),
    // The plugin's search does not count the declaration among the usages.
    toArguments: ({ project_path, ...symbol }) => ({ symbol, include_declaration: false, page_size: 500, ...given({ project_path }) }),
    toResult(pages, { given: asked }) {
      const usages = pages.flatMap(({ files }) =>
        files.flatMap((group) =>
          group.references.map(({ line, column, text, length, type }) => ({
            file: group.file,
            line,
            column,
            context: text?.trim() ?? '',
            type: USAGE_TYPES[type] ?? 'REFERENCE',
            ...cutOf('context', length),
          })),
        ),
      );
      return { usages, totalCount: usages.length, ...nearest(pages[0].symbol, asked) };
    },
  });

const findReferences = usages('ide_find_references');

const findDefinition = defineDialectTool({
  name: 'ide_find_definition',
  tool: 'find_definition',
  description: 'Where the symbol at a position is defined, with the first lines of the definition.',
  input: z.strictObject(position),
  answer: z.object({ symbol: pointed, definitions: z.array(place.extend({ preview: z.string() })) }),
  toArguments: ({ project_path, ...symbol }) => ({ symbol, page_size: 500, ...given({ project_path }) }),
  toResult(pages, { given: asked }) {
    const symbolName = pages[0].symbol.name;
    const all = pages.flatMap(({ definitions }) => definitions);
    const [first, ...others] = all.map(({ file, line, column, preview }) => ({ file, line, column, preview, symbolName }));
    if (first === undefined) return symbolNotFound(symbolName, 'It is built in, or not a symbol.');
    // The model of the plugin has room for one; further ones, such as merged declarations, stand beside it.
    return { ...first, ...(others.length > 0 && { otherDefinitions: others }), ...nearest(pages[0].symbol, asked) };
  },
});

const analyzeCode = defineDialectTool({
  name: 'ide_analyze_code',
  tool: 'get_diagnostics',
  description: 'Problems in a file, or in some of its lines, with severity (ERROR, WARNING, WEAK_WARNING, INFO).',
  input: z.strictObject({
    ...file,
    start_line: z.int().min(1).optional().describe('First line, from 1.'),
    end_line: z.int().min(1).optional().describe('Last line, inclusive.'),
    ...project,
  }),
  answer: z.object({
    files: z.array(
      z.object({
        file: z.string(),
        diagnostics: z.array(
          z.object({
            line: z.number(),
            column: z.number(),
            endLine: z.number(),
            endColumn: z.number(),
            severity: z.string(),
            message: z.string(),
            length: z.number().optional(),
            source: z.string().optional(),
            code: z.string().optional(),
          }),
        ),
      }),
    ),
  }),
  toArguments: (input) => ({ ...given(input), severity: 'hint', page_size: 500 }),
  toResult(pages) {
    const problems = pages.flatMap(({ files }) =>
      files.flatMap((group) =>
        group.diagnostics.map(({ length, ...problem }) => ({
          file: group.file,
          ...problem,
          severity: SEVERITIES[problem.severity] ?? 'INFO',
          ...cutOf('message', length),
        })),
      ),
    );
    return { problems, totalCount: problems.length };
  },
});

interface Element {
  name: string;
  kind: string;
  line: number;
  endLine: number;
  signature?: string | undefined;
  children?: Element[] | undefined;
}

const element: z.ZodType<Element> = z.object({
  name: z.string(),
  kind: z.string(),
  line: z.number(),
  endLine: z.number(),
  signature: z.string().optional(),
  get children() {
    return z.array(element).optional();
  },
});

const fileStructure = defineDialectTool({
  name: 'ide_file_structure',
  tool: 'get_file_outline',
  description: 'What a file declares, nested as it is written, with lines.',
  input: z.strictObject({ ...file, ...project }),
  answer: z.object({ file: z.string(), symbols: z.array(element) }),
  toArguments: (input) => ({ ...given(input), page_size: 500 }),
  toResult: (pages) => ({ file: pages[0].file, structure: pages.flatMap(({ symbols }) => symbols.map(upperKind)) }),
});

const status = z.object({
  ready: z.boolean(),
  project: z.string(),
  engines: z.array(z.looseObject({ language: z.string(), state: z.string(), detail: z.string().optional() })),
});

const indexStatus = defineDialectTool({
  name: 'ide_index_status',
  tool: 'index_status',
  description: 'Whether the index is ready (isDumbMode is false), and what is being indexed.',
  input: z.strictObject(project),
  answer: status,
  toArguments: (input) => given(input),
  toResult: ([value]) => ({ ...dumbness(value), project: value.project, engines: value.engines }),
});

const structure = modules.extend({ name: z.string(), path: z.string() });

const projectStructure = defineDialectTool({
  name: 'ide_project_structure',
  tool: 'project_structure',
  description: 'Modules of the project, with their source roots.',
  input: z.strictObject(project),
  answer: structure,
  toArguments: (input) => ({ ...given(input), page_size: 500 }),
  toResult: structureResult,
});

const listDependencies = defineDialectTool({
  name: 'ide_list_dependencies',
  tool: 'list_dependencies',
  description: 'Libraries that each module depends on, with their versions.',
  input: z.strictObject({ module: z.string().min(1).optional().describe('Name of one module.'), ...project }),
  answer: z.object({
    packages: z.array(
      z.object({
        package: z.string(),
        dependencies: z.array(z.object({ name: z.string(), wanted: z.string().optional(), resolved: z.string().optional(), scope: z.string().optional() })),
      }),
    ),
  }),
  toArguments: ({ module, project_path }) => ({ ...given({ package: module, project_path }), page_size: 500 }),
  toResult(pages) {
    const dependencies = pages.flatMap(({ packages }) =>
      packages.flatMap((one) =>
        one.dependencies.map(({ name, wanted, resolved, scope }) => ({
          module: one.package,
          name,
          ...given({ version: resolved ?? wanted, declaredVersion: wanted }),
          scope: IDEA_SCOPES[scope ?? 'runtime'] ?? 'COMPILE',
        })),
      ),
    );
    return { dependencies, totalCount: dependencies.length };
  },
});

// The scopes of the IDE, which knows four.
const IDEA_SCOPES: Readonly<Record<string, string>> = {
  runtime: 'COMPILE',
  indirect: 'RUNTIME',
  optional: 'RUNTIME',
  peer: 'PROVIDED',
  build: 'PROVIDED',
  dev: 'TEST',
  test: 'TEST',
};

const tools = [
  findReferences,
  findDefinition,
  typeHierarchy,
  callHierarchy,
  findImplementations,
  inspectSymbol,
  codeCompletions,
  analyzeCode,
  listQuickFixes,
  applyQuickFix,
  projectStructure,
  fileStructure,
  listDependencies,
  indexStatus,
  refactorRename,
  refactorExtractMethod,
  refactorExtractVariable,
  refactorInline,
  refactorSafeDelete,
  refactorMove,
  // As the plugin's own pages call it, too.
  usages('find_usages'),
];

export const jetbrainsIndex: Dialect = {
  name: 'jetbrainsIndex',
  path: '/index-mcp',
  parseErrorStatus: 200,
  tools,
  resources: [
    {
      uri: 'project://structure',
      name: 'Project Structure',
      description: 'Current project module structure',
      mimeType: 'application/json',
      read: async ({ ask }) => structureResult(await structurePages(ask)),
    },
    {
      uri: 'index://status',
      name: 'Index Status',
      description: 'IDE indexing status',
      mimeType: 'application/json',
      read: async ({ ask }) => dumbness(status.parse(await ask('index_status', {}))),
    },
  ],
  templates: [
    {
      uriTemplate: 'project://file/{+path}',
      name: 'File Content',
      description:
        'The text of a file, or the bytes of one that is no text, by its path from the project root, with edits that are not saved yet. Several projects open: end with ?project=ROOT',
      read: ({ file }, { path = '' }) => file({ file: path }),
    },
    {
      uriTemplate: 'project://symbol/{line}/{column}/{+path}',
      name: 'Symbol Info',
      description: 'What the symbol at a position is: kind, type, documentation and where it is declared. Several projects open: end with ?project=ROOT',
      mimeType: 'application/json',
      read: async ({ ask }, { path = '', line, column }) => {
        const symbol = { file: path, line: Number(line), column: Number(column) };
        return symbolInfo(symbolAnswer.parse(await ask('inspect_symbol', { symbol })), symbol);
      },
    },
  ],
  readiness: { tool: 'index_status', isReady: (value) => status.parse(value).ready },
  errorNumbers: {
    unknown_tool: -32602,
    invalid_arguments: -32602,
    line_out_of_range: -32602,
    not_a_name: -32602,
    internal_error: -32603,
    index_not_ready: -32001,
    engine_unavailable: -32001,
    knowledge_incomplete: -32001,
    possibly_used: -32001,
    file_not_found: -32002,
    // Whatever is at that path, the project has no such file.
    outside_project: -32002,
    is_a_folder: -32002,
    symbol_not_found: -32003,
    no_name_on_line: -32003,
    not_a_type: -32003,
    not_callable: -32003,
    name_taken: -32004,
    cannot_rename: -32004,
    file_exists: -32004,
    changed_meanwhile: -32004,
    new_errors: -32004,
    refactoring_refused: -32004,
    still_used: -32004,
  },
  errorBody,
};

const advice = adviceIn(tools, {
  instead: { no_name_on_line: 'Pass the line and the column of a name.' },
  otherwise: {
    file_not_found: 'Pass a path from the root of the project.',
    outside_project: 'Pass a file of the project.',
    is_a_folder: 'Pass a file.',
    project_not_open: 'Pass the path of one of available_projects as project_path.',
    refactoring_refused: 'Nothing was changed. Choose another place or name.',
  },
});

function errorBody(error: IdeError): Record<string, unknown> {
  const { code, message, next, details } = error;
  const { projects, ...others } = details;
  // Its tools have no argument that writes in spite of errors.
  if (code === 'new_errors') return { error: code, message, next: 'Change what is listed first.', ...others };
  if (code === 'knowledge_incomplete') return { error: code, message, next: WAIT, ...others };
  if (code === 'multiple_projects_open') return { error: code, message: `${message} ${next}`, available_projects: projects };
  return { error: code, message, ...given({ next: advice(error), available_projects: projects }), ...others };
}

// As its own status says it.
const WAIT = 'Call again when ide_index_status says isDumbMode: false, or pass allow_incomplete: true and look at the errors afterwards.';

type StructurePages = readonly [z.infer<typeof structure>, ...z.infer<typeof structure>[]];

// A resource is read whole.
async function structurePages(ask: Ask, cursor?: string): Promise<StructurePages> {
  const page = await ask('project_structure', { page_size: 500, ...given({ cursor }) });
  const next = z.object({ cursor: z.string().optional() }).parse(page).cursor;
  return [structure.parse(page), ...(next === undefined ? [] : await structurePages(ask, next))];
}

// The plugin returns source roots, those of tests among them, as absolute paths.
function structureResult(pages: StructurePages): Record<string, unknown> {
  const { name, path } = pages[0];
  const absolute = (folder: string) => (folder === '.' ? path : `${path}/${folder}`);
  const modules = pages.flatMap((page) =>
    page.modules.map((module) => ({ name: module.name, sourceRoots: [...module.sourceRoots, ...(module.testRoots ?? [])].map(absolute) })),
  );
  return { name, basePath: path, modules };
}

function dumbness({ ready }: z.infer<typeof status>): { isDumbMode: boolean; isIndexing: boolean } {
  return { isDumbMode: !ready, isIndexing: !ready };
}

function upperKind({ kind, children, ...rest }: Element): Record<string, unknown> {
  return { ...rest, kind: inCapitals(kind), ...(children !== undefined && { children: children.map(upperKind) }) };
}

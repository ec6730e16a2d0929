// The tools of the bridge for Copilot that are about files and about the project as a whole.
import { z } from 'zod';
import { filesOf, numbered, optionalText, plural, WHOLE } from './copilotBridgeWords.ts';
import { defineDialectTool } from './dialect.ts';
import { given, modules } from './jetbrainsIndexWords.ts';

const path = z.string().min(1).describe('Path of the file, absolute or from the project root.');

interface Declaration {
  name: string;
  kind: string;
  line: number;
  endLine: number;
  signature?: string | undefined;
  children?: Declaration[] | undefined;
}

const declaration: z.ZodType<Declaration> = z.object({
  name: z.string(),
  kind: z.string(),
  line: z.number(),
  endLine: z.number(),
  signature: z.string().optional(),
  get children() {
    return z.array(declaration).optional();
  },
});

interface Outlined {
  readonly name: string;
  readonly type: string;
  readonly line: number;
  readonly endLine: number;
  readonly signature?: string;
  readonly children?: readonly Outlined[];
}

export const fileOutline = defineDialectTool({
  name: 'get_file_outline',
  tool: 'get_file_outline',
  description: 'What a file declares: classes, methods, fields and functions with their lines.',
  input: z.strictObject({ path }),
  answer: z.object({ file: z.string(), total: z.number(), symbols: z.array(declaration) }),
  toArguments: (input) => ({ file: input.path, ...WHOLE }),
  toResult: (pages) => ({ file: pages[0].file, total: pages[0].total, results: pages.flatMap(({ symbols }) => symbols.map(outlined)) }),
  tell: ({ file, total, results }) =>
    [`Outline of ${file}, ${total} ${plural('declaration', total)}:`, ...results.flatMap((row) => outlineLines(row, ''))].join('\n'),
});

function outlined({ name, kind, line, endLine, signature, children }: Declaration): Outlined {
  return {
    name,
    type: kind,
    line,
    endLine,
    ...(signature !== undefined && { signature }),
    ...(children !== undefined && { children: children.map(outlined) }),
  };
}

function outlineLines({ name, type, line, signature, children = [] }: Outlined, indent: string): string[] {
  return [
    `${indent}${line}: ${type} ${name}${signature === undefined ? '' : ` ${signature}`}`,
    ...children.flatMap((child) => outlineLines(child, `${indent}  `)),
  ];
}

export const listProjectFiles = defineDialectTool({
  name: 'list_project_files',
  tool: 'list_project_files',
  description: 'The source files of the project, or of one folder; what version control ignores is left out.',
  input: z.strictObject({
    directory: z.string().optional().describe('Folder, from the project root.'),
    pattern: z.string().optional().describe("Glob, such as '*.ts'."),
  }),
  answer: z.object({ folders: z.record(z.string(), z.array(z.string())) }),
  toArguments({ directory, pattern }) {
    const include = optionalText(pattern);
    return { ...given({ under: optionalText(directory), include: include === undefined ? undefined : [include] }), ...WHOLE };
  },
  toResult: (pages) => ({ results: filesOf(pages) }),
  tell: ({ results }) => (results.length === 0 ? 'Found no files.' : numbered(`Found ${results.length} ${plural('file', results.length)}:`, results)),
});

export const readFile = defineDialectTool({
  name: 'intellij_read_file',
  tool: 'read_file',
  description: 'The text of a file, or of some of its lines, with edits that are not saved yet.',
  input: z
    .strictObject({
      path,
      start_line: z.int().min(1).optional().describe('First line, from 1.'),
      end_line: z.int().min(1).optional().describe('Last line, inclusive.'),
    })
    .refine(({ start_line = 1, end_line = Number.MAX_SAFE_INTEGER }) => start_line <= end_line, { path: ['end_line'], error: 'is before start_line' }),
  answer: z.object({
    file: z.string(),
    lines: z.number(),
    startLine: z.number(),
    endLine: z.number(),
    text: z.string(),
    unsaved: z.boolean().optional(),
  }),
  toArguments: ({ start_line, end_line, ...input }) => ({ file: input.path, ...given({ start_line, end_line }), line_numbers: false }),
  toResult([{ file, text, lines, startLine, endLine, unsaved }]) {
    return { results: [{ path: file, content: text, lines, startLine, endLine, ...(unsaved !== undefined && { unsaved }) }] };
  },
  tell: ({ results }) => results.map(({ content }) => content).join('\n'),
});

export const projectInfo = defineDialectTool({
  name: 'get_project_info',
  tool: 'get_project_info',
  description: 'The environment of the project: SDKs with version and path, build systems, modules, languages, and the commands that build and test it.',
  input: z.strictObject({}),
  answer: z.object({
    name: z.string(),
    path: z.string(),
    files: z.number(),
    languages: z.record(z.string(), z.number()),
    packageManagers: z.array(z.string()),
    toolchains: z.array(z.object({ name: z.string(), version: z.string().optional(), path: z.string() })),
    missing: z.array(z.string()).default([]),
    commands: z.array(z.object({ task: z.string(), command: z.string(), folder: z.string() })),
  }),
  toArguments: () => ({}),
  also: () => ({ project_structure: WHOLE }),
  toResult([{ name, path: root, files, languages, packageManagers, toolchains, missing, commands }], { also }) {
    const parts = (also['project_structure'] ?? []).flatMap((page) => modules.parse(page).modules);
    return {
      results: [{ name, path: root, files, languages, buildSystems: packageManagers, sdks: toolchains, missingSdks: missing, modules: parts, commands }],
    };
  },
  tell: ({ results }) =>
    results
      .flatMap((info) => [
        `Project: ${info.name}`,
        `Path: ${info.path}`,
        ...info.sdks.map(({ name, version, path: at }) => `SDK: ${name}${version === undefined ? '' : ` ${version}`} at ${at}`),
        ...info.missingSdks.map((name) => `Missing: ${name}`),
        `Build system: ${info.buildSystems.join(', ') || 'none found'}`,
        `Files: ${info.files} (${Object.entries(info.languages)
          .map(([language, count]) => `${language} ${count}`)
          .join(', ')})`,
        `Modules: ${info.modules.length}`,
        ...info.modules.map(
          ({ name, folder, sourceRoots, testRoots = [] }) => `- ${name} (${folder})${rootsOf('sources', sourceRoots)}${rootsOf('tests', testRoots)}`,
        ),
        ...(info.commands.length === 0 ? [] : ['Commands:']),
        ...info.commands.map(({ task, command, folder }) => `- ${task}: ${command}${folder === '.' ? '' : ` (in ${folder})`}`),
      ])
      .join('\n'),
});

function rootsOf(what: string, roots: readonly string[]): string {
  return roots.length === 0 ? '' : `; ${what}: ${roots.join(', ')}`;
}

export const downloadSources = defineDialectTool({
  name: 'download_sources',
  tool: 'download_sources',
  description: "Where the sources of a library can be read; missing ones are fetched by the project's own package manager.",
  input: z.strictObject({ library: z.string().min(1).describe('Name of the library, as the project declares it.') }),
  answer: z.object({
    package: z.string(),
    places: z.array(
      z.object({
        place: z.string(),
        version: z.string().optional(),
        sources: z.array(z.string()).optional(),
        declarations: z.array(z.string()).optional(),
        archive: z.boolean().optional(),
      }),
    ),
    fetched: z.string().optional(),
  }),
  toArguments: ({ library }) => ({ package: library }),
  toResult([{ package: library, places, fetched }]) {
    return { library, results: places, ...(fetched !== undefined && { fetched }) };
  },
  tell({ library, results, fetched }) {
    const head = `Found ${library} at ${results.length} ${plural('place', results.length)}${fetched === undefined ? '' : `, fetched with ${fetched}`}:`;
    return numbered(
      head,
      results.map(
        ({ place, version, sources = [], declarations = [], archive }) =>
          `${place}${version === undefined ? '' : ` ${version}`}${archive === true ? ' (an archive)' : ''}${rootsOf('sources', sources)}${rootsOf('declarations', declarations)}`,
      ),
    );
  },
});

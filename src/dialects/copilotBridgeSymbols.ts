// The tools of the bridge for Copilot that are about symbols: where they are declared and used, what is wrong, what their authors say.
import { z } from 'zod';
import { filesOf, numbered, optionalText, plural, WHOLE } from './copilotBridgeWords.ts';
import { defineDialectTool } from './dialect.ts';
import { given, place } from './jetbrainsIndexWords.ts';

const TYPES = ['class', 'interface', 'enum', 'struct', 'method', 'function', 'constructor', 'field', 'property', 'variable', 'constant', 'module'] as const;

export const searchSymbols = defineDialectTool({
  name: 'search_symbols',
  tool: 'search_symbols',
  description: 'Find the declarations of classes, methods, functions and others by name, with file and line. Understands code, unlike grep.',
  input: z.strictObject({
    // "*" for everything would be an empty answer here, and nobody reads every symbol of a project.
    query: z
      .string()
      .regex(/[\p{ID_Start}\p{N}_$]/u, 'pass a name or part of one; get_file_outline lists what a file declares')
      .describe('Name, or part of it.'),
    type: z
      .enum(['', ...TYPES])
      .optional()
      .describe('Only symbols of this type.'),
  }),
  answer: z.object({
    symbols: z.array(z.object({ name: z.string(), kind: z.string(), container: z.string().optional(), file: z.string(), line: z.number() })),
  }),
  toArguments: ({ query, type }) => ({ query, ...given({ kind: optionalText(type) }), ...WHOLE }),
  toResult: (pages) => ({
    results: pages.flatMap(({ symbols }) =>
      symbols.map(({ name, kind, container, file, line }) => ({ name: container === undefined ? name : `${container}.${name}`, type: kind, file, line })),
    ),
  }),
  tell({ results }, { query, type }) {
    const what = optionalText(type) ?? 'symbol';
    if (results.length === 0) return `Found no ${plural(what, 2)} named like ${query}.`;
    return numbered(
      `Found ${results.length} ${plural(what, results.length)}:`,
      // The type is in the head when it was asked for.
      results.map((row) => `${row.name}${what === 'symbol' ? ` [${row.type}]` : ''} at ${row.file}:${row.line}`),
    );
  },
});

export const findReferences = defineDialectTool({
  name: 'find_references',
  tool: 'find_references',
  description: 'Every usage of a symbol in the whole project, resolved by the compiler: imports, type hierarchy and overrides are understood.',
  input: z.strictObject({
    symbol: z.string().min(1).describe('Its name, or a longer one such as Cart.total.'),
    file_pattern: z.string().optional().describe("Only files that match, such as '*.ts'."),
    path: z.string().optional().describe('File of the symbol, where several have its name.'),
    line: z.int().min(1).optional().describe('Line in that file.'),
  }),
  answer: z.object({
    files: z.array(
      z.object({ file: z.string(), references: z.array(z.object({ line: z.number(), column: z.number(), text: z.string().optional(), type: z.string() })) }),
    ),
  }),
  toArguments: ({ symbol, path, line }) => ({ symbol: { name: symbol, ...given({ file: optionalText(path), line }) }, include_declaration: false, ...WHOLE }),
  also: ({ file_pattern }) => (optionalText(file_pattern) === undefined ? {} : { list_project_files: { include: [file_pattern], ...WHOLE } }),
  toResult(pages, { also }) {
    const wanted = also['list_project_files'] === undefined ? undefined : new Set(filesOf(also['list_project_files']));
    return {
      results: pages
        .flatMap(({ files }) =>
          files.flatMap(({ file, references }) => references.map((reference) => ({ file, ...reference, text: reference.text?.trim() ?? '' }))),
        )
        .filter(({ file }) => wanted?.has(file) ?? true),
    };
  },
  tell({ results }, { symbol, file_pattern }) {
    const where = optionalText(file_pattern) === undefined ? '' : ` in ${file_pattern}`;
    if (results.length === 0) return `Found no references to ${symbol}${where}.`;
    return numbered(
      `Found ${results.length} ${plural('reference', results.length)} to ${symbol}${where}:`,
      results.map(({ file, line, type, text }) => `${file}:${line} [${type}] ${text}`),
    );
  },
});

export const problems = defineDialectTool({
  name: 'get_problems',
  tool: 'get_diagnostics',
  description: 'Errors and warnings of a file, or of the whole project, as the compiler sees the files now.',
  input: z.strictObject({ path: z.string().optional().describe('One file; without it the whole project.') }),
  answer: z.object({
    filesChecked: z.number(),
    files: z.array(
      z.object({
        file: z.string(),
        diagnostics: z.array(
          z.object({
            line: z.number(),
            column: z.number(),
            severity: z.string(),
            message: z.string(),
            source: z.string().optional(),
            code: z.string().optional(),
          }),
        ),
      }),
    ),
  }),
  toArguments: ({ path }) => ({ ...given({ file: optionalText(path) }), severity: 'information', ...WHOLE }),
  toResult: (pages) => ({
    results: pages.flatMap(({ files }) =>
      files.flatMap(({ file, diagnostics }) => diagnostics.map((problem) => ({ file, ...problem, severity: problem.severity.toUpperCase() }))),
    ),
    filesChecked: pages[0].filesChecked,
  }),
  tell({ results, filesChecked }) {
    const where = `in ${filesChecked} ${plural('file', filesChecked)}`;
    if (results.length === 0) return `Found no problems ${where}.`;
    return numbered(
      `Found ${results.length} ${plural('problem', results.length)} ${where}:`,
      results.map(({ file, line, column, severity, message }) => `${file}:${line}:${column} [${severity}] ${message}`),
    );
  },
});

export const documentation = defineDialectTool({
  name: 'get_documentation',
  tool: 'get_documentation',
  description: 'Signature and documentation of a symbol of the project, of a library or of the standard library.',
  input: z.strictObject({
    symbol: z.string().min(1).describe('Its name, or a longer one such as Cart.total.'),
    path: z.string().optional().describe('File of the symbol, where several have its name.'),
    line: z.int().min(1).optional().describe('Line in that file.'),
  }),
  answer: z.object({ signature: z.string(), documentation: z.string().optional(), declared: z.array(place), from: z.string().optional() }),
  toArguments: ({ symbol, path, line }) => ({ symbol: { name: symbol, ...given({ file: optionalText(path), line }) } }),
  toResult([{ signature, documentation: text, declared, from }], { given: { symbol } }) {
    return { results: [{ symbol, signature, ...(text !== undefined && { documentation: text }), declared, ...(from !== undefined && { from }) }] };
  },
  tell({ results: [found] }) {
    if (found === undefined) return '';
    const where = found.declared.map(({ file, line }) => `${file}:${line}`).join(', ');
    return [
      found.signature,
      ...(found.from === undefined ? [] : [`From ${found.from}.`]),
      ...(where === '' ? [] : [`Declared at ${where}`]),
      '',
      found.documentation ?? 'It has no documentation.',
    ].join('\n');
  },
});

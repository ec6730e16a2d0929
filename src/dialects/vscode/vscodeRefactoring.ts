// The dialect of a VS Code extension that refactors: its tools under /vscode-mcp, by URIs and names, with its sentences for success and failure.
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { IdeError } from '../../ide/errors/errors.ts';
import { type Dialect, defineDialectTool } from '../dialect.ts';

const uri = (what: string) => z.string().refine(isFileUri, 'it must be a file URI, such as file:///workspace/src/cart.ts').describe(what);

const changed = z.object({ applied: z.boolean(), files: z.array(z.object({ file: z.string(), kind: z.string() })), moreFiles: z.number().optional() });

const renameFile = defineDialectTool({
  name: 'rename_file',
  tool: 'rename_file',
  description: 'Rename or move a file, and update all imports of it.',
  examples: [{ oldUri: 'file:///workspace/old.ts', newUri: 'file:///workspace/new.ts' }],
  notes: 'Where an import could be missed, nothing is renamed and the answer says why. One undoable change.',
  input: z.strictObject({ oldUri: uri('The current file URI.'), newUri: uri('The new file URI.') }),
  answer: changed,
  toArguments: ({ oldUri, newUri }) => ({ file: fileURLToPath(oldUri), new_file: fileURLToPath(newUri) }),
  // What could be missed is refused, so what is done is done with every import.
  toResult: ([{ applied }]) => ({ success: applied, importsUpdated: applied }),
  tell: ({ success, importsUpdated }, { oldUri, newUri }) =>
    `Renamed file from ${oldUri} to ${newUri}. Success: ${success}. Imports updated: ${importsUpdated}`,
});

const renameSymbol = defineDialectTool({
  name: 'rename_symbol',
  tool: 'rename_symbol',
  description: 'Rename a symbol that a file declares or uses, and every reference to it in the workspace.',
  examples: [{ fileUri: 'file:///workspace/cart.ts', originalName: 'total', newName: 'sum' }],
  notes: 'A name that means several things in the file is refused with the places that it could be: originalName may be a path such as Cart/total.',
  input: z.strictObject({
    fileUri: uri('The file that holds the symbol.'),
    originalName: z.string().min(1).describe('Its name in that file.'),
    newName: z.string().min(1).describe('The name that it shall have.'),
  }),
  answer: changed,
  toArguments: ({ fileUri, originalName, newName }) => ({ symbol: { file: fileURLToPath(fileUri), name: originalName }, new_name: newName }),
  toResult: ([{ applied, files, moreFiles = 0 }]) => ({ success: applied, files: files.length + moreFiles }),
  tell: ({ success, files }, { originalName, newName }) => `Renamed symbol ${originalName} to ${newName}. Success: ${success}. Files changed: ${files}`,
});

const keyName = z.string().min(1).describe('The whole name of the setting, such as editor.tabSize.');

const getSetting = defineDialectTool({
  name: 'get_setting',
  tool: 'get_setting',
  description: 'Read a setting at the level of the workspace or of the user.',
  examples: [{ key: 'typescript.updateImportsOnFileMove.enabled', scope: 'workspace' }],
  notes: 'Without a scope: the value that counts. A setting that is not set there has no value.',
  input: z.strictObject({ key: keyName, scope: z.enum(['workspace', 'user']).optional().describe('The level; without it what counts.') }),
  answer: z.object({ key: z.string(), value: z.unknown().optional(), from: z.string() }),
  toArguments: (given) => given,
  toResult: ([{ key, value, from }]) => ({ key, ...(value !== undefined && { value }), from }),
});

const setSetting = defineDialectTool({
  name: 'set_setting',
  tool: 'set_setting',
  description: 'Change a setting at the level of the workspace or of the user.',
  examples: [{ key: 'typescript.updateImportsOnFileMove.enabled', value: 'always', scope: 'workspace' }],
  notes: 'A setting that could run, reach or permit something asks the person first. Without a value it is as usual again.',
  input: z.strictObject({
    key: keyName,
    value: z.unknown().optional().describe('The new value, any JSON.'),
    scope: z.enum(['workspace', 'user']).default('workspace').describe('The level.'),
  }),
  answer: z.object({ key: z.string() }),
  toArguments: (given) => given,
  toResult: () => ({ success: true }),
  tell: ({ success }, { key, value, scope }) =>
    `Set ${key} to ${value === undefined ? 'its default' : JSON.stringify(value)} in the ${scope} settings. Success: ${success}`,
});

export const vscodeRefactoring: Dialect = {
  name: 'vscodeRefactoring',
  path: '/vscode-mcp',
  // Its event stream names the path to which its clients post.
  messagePath: '/vscode-mcp/message',
  identity: { name: 'vscode-refactoring-tools', version: '1.0.0' },
  tools: [renameFile, renameSymbol, getSetting, setSetting],
  resources: [],
  templates: [],
  // Every failure is a sentence.
  errorNumbers: {},
  errorBody: ({ code, message, next, details }) => ({ error: code, message, next, ...details }),
  errorText: (error) => sentence(error),
};

function sentence({ code, message, next }: IdeError): string {
  if (code !== 'invalid_arguments') return `Error: ${message} ${next}`;
  // The name of the tool is that of ours, or the client's own: it knows which one it called.
  return `Validation error: ${message.replace(/^\w+: /, '')} ${next}`;
}

function isFileUri(text: string): boolean {
  try {
    const url = new URL(text);
    return url.protocol === 'file:' && fileURLToPath(url) !== '';
  } catch {
    return false;
  }
}

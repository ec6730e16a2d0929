// A file for trying something out: outside the project, and otherwise like any other.
import { z } from 'zod';
import { editingElsewhere, IdeError, invalidArguments, unknownLanguage } from '../../ide/errors/errors.ts';
import { defineTool, type ProjectContext } from '../tool.ts';
import { carryOut, changeInput, changeOutput, tellChange } from '../words/change.ts';
import { maxTokens } from '../words/page.ts';
import { fileOf } from '../words/place.ts';

export const createScratchFile = defineTool({
  name: 'create_scratch_file',
  title: 'Create scratch file',
  description: 'Create a file outside the project for trying something out; other tools take the path it answers with.',
  effect: 'edits',
  hints: {
    destructive: { is: false, because: 'it only creates a file, outside the project' },
  },
  needs: ['changes'],
  hidden: true,
  input: z.strictObject({
    name: z.string().min(1).optional().describe('File name with its extension; chosen if absent.'),
    language: z.string().min(1).optional().describe('typescript, python …; if there is no name.'),
    text: z.string().default('').describe('What it holds.'),
    ...changeInput,
    max_tokens: maxTokens,
  }),
  output: z.object({ file: z.string(), ...changeOutput }),
  async run(context, input) {
    const { ide } = context;
    const folder = ide.documents.scratch;
    if (folder === undefined) throw editingElsewhere(ide.project.path);
    const uri =
      input.name === undefined ? await freeName(context, folder, extensionOf(input.language ?? 'text')) : `${folder}/${encodeURIComponent(plain(input.name))}`;
    const file = fileOf(ide.project, uri);
    const done = await carryOut(
      context,
      { operations: [{ kind: 'create', uri, text: input.text, ifExists: 'fail' }] },
      { tool: 'create_scratch_file', title: `create ${file}`, preview: input.preview, verify: input.verify },
    );
    return { file, ...done };
  },
  *tell(value) {
    for (const telling of tellChange(value)) yield `${value.file}\n${telling}`;
  },
});

const ARGUMENTS = ['name', 'language', 'text', 'preview', 'verify', 'project_path'];

// As agents and editors call languages.
const EXTENSIONS: Readonly<Record<string, string>> = {
  text: 'txt',
  plaintext: 'txt',
  typescript: 'ts',
  typescriptreact: 'tsx',
  javascript: 'js',
  javascriptreact: 'jsx',
  python: 'py',
  go: 'go',
  rust: 'rs',
  java: 'java',
  kotlin: 'kt',
  c: 'c',
  cpp: 'cpp',
  csharp: 'cs',
  ruby: 'rb',
  php: 'php',
  swift: 'swift',
  lua: 'lua',
  shellscript: 'sh',
  bash: 'sh',
  sql: 'sql',
  html: 'html',
  css: 'css',
  json: 'json',
  yaml: 'yaml',
  toml: 'toml',
  xml: 'xml',
  markdown: 'md',
};

function extensionOf(language: string): string {
  const extension = EXTENSIONS[language.toLowerCase()];
  if (extension === undefined) throw unknownLanguage(language, Object.keys(EXTENSIONS));
  return extension;
}

function plain(name: string): string {
  if (/[\\/:\0]|^\.\.?$/.test(name)) throw invalidArguments('create_scratch_file', [`name must be a plain name of a file, not ${name}`], ARGUMENTS);
  return name;
}

async function freeName({ ide, signal }: ProjectContext, folder: string, extension: string): Promise<string> {
  for (let number = 1; ; number++) {
    const uri = `${folder}/scratch${number === 1 ? '' : `-${number}`}.${extension}`;
    try {
      await ide.documents.read(uri, signal);
    } catch (error) {
      if (error instanceof IdeError && error.code === 'file_not_found') return uri;
      if (!(error instanceof IdeError) || error.code !== 'binary_file') throw error;
    }
  }
}

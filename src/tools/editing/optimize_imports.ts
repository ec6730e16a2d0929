// The imports of files in order: sorted, joined, and none that nobody uses.
import { z } from 'zod';
import { defineTool } from '../tool.ts';
import { changeInput } from '../words/change.ts';
import { maxTokens } from '../words/page.ts';
import { filesToLayOut, layOut, layoutInput, layoutOutput, tellLayout } from './words/layout.ts';

export const optimizeImports = defineTool({
  name: 'optimize_imports',
  title: 'Optimize imports',
  description: 'Sort imports and remove unused ones: by isort or Ruff where the project configures them, else the language server.',
  effect: 'edits',
  hints: {
    idempotent: { is: true, because: 'sorted imports stay as they are' },
  },
  needs: ['formatting', 'changes'],
  hidden: true,
  input: z.strictObject({ ...layoutInput, ...changeInput, max_tokens: maxTokens }),
  output: layoutOutput,
  async run(context, input) {
    const files = filesToLayOut('optimize_imports', input, ARGUMENTS);
    const title = `optimize imports of ${files.length === 1 ? files[0] : `${files.length} files`}`;
    return layOut(context, files, { tool: 'optimize_imports', title, preview: input.preview, verify: input.verify }, ({ uri }) =>
      context.ide.formatting.organizeImports(uri, context.signal),
    );
  },
  tell: tellLayout,
});

const ARGUMENTS = ['file', 'files', 'preview', 'verify', 'project_path'];

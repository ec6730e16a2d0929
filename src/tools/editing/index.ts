// The tools that change files, and take it back.
import type { Tool } from '../tool.ts';
import { createScratchFile } from './create_scratch_file.ts';
import { editFile } from './edit_file.ts';
import { editSymbol } from './edit_symbol.ts';
import { formatCode } from './format_code.ts';
import { listChanges } from './list_changes.ts';
import { openDiff } from './open_diff.ts';
import { optimizeImports } from './optimize_imports.ts';
import { redo } from './redo.ts';
import { replaceStructure } from './replace_structure.ts';
import { undo } from './undo.ts';
import { writeFile } from './write_file.ts';

export const editing: readonly Tool[] = [
  editFile,
  editSymbol,
  writeFile,
  createScratchFile,
  replaceStructure,
  formatCode,
  optimizeImports,
  listChanges,
  undo,
  redo,
  openDiff,
];

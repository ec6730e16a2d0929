// The tools that change files, and take it back.
import type { Tool } from '../tool.ts';
import { editFile } from './edit_file.ts';
import { listChanges } from './list_changes.ts';
import { openDiff } from './open_diff.ts';
import { redo } from './redo.ts';
import { undo } from './undo.ts';
import { writeFile } from './write_file.ts';

export const editing: readonly Tool[] = [editFile, writeFile, listChanges, undo, redo, openDiff];

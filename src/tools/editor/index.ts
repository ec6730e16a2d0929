// The tools for what a person has in view.
import type { Tool } from '../tool.ts';
import { closeTab } from './close_tab.ts';
import { getCursorPosition } from './get_cursor_position.ts';
import { getSelection } from './get_selection.ts';
import { listOpenedFiles } from './list_opened_files.ts';
import { openFile } from './open_file.ts';
import { saveFile } from './save_file.ts';
import { setCursorPosition } from './set_cursor_position.ts';
import { setSelection } from './set_selection.ts';

export const editor: readonly Tool[] = [openFile, closeTab, listOpenedFiles, getCursorPosition, setCursorPosition, getSelection, setSelection, saveFile];

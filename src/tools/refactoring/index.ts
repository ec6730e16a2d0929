// The tools that change the shape of code and leave its meaning.
import type { Tool } from '../tool.ts';
import { renameFile } from './rename_file.ts';
import { renameSymbol } from './rename_symbol.ts';

export const refactoring: readonly Tool[] = [renameSymbol, renameFile];

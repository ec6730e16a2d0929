// The tools that change the shape of code and leave its meaning.
import type { Tool } from '../tool.ts';
import { changeSignature } from './change_signature.ts';
import { extractFunction } from './extract_function.ts';
import { extractVariable } from './extract_variable.ts';
import { inlineSymbol } from './inline_symbol.ts';
import { moveSymbol } from './move_symbol.ts';
import { renameFile } from './rename_file.ts';
import { renameSymbol } from './rename_symbol.ts';
import { safeDelete } from './safe_delete.ts';

export const refactoring: readonly Tool[] = [renameSymbol, renameFile, moveSymbol, extractFunction, extractVariable, inlineSymbol, safeDelete, changeSignature];

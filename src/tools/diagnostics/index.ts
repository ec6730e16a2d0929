// The tools that say what is wrong with the code.
import type { Tool } from '../tool.ts';
import { getDiagnostics } from './get_diagnostics.ts';
import { listQuickFixes } from './list_quick_fixes.ts';

export const diagnostics: readonly Tool[] = [getDiagnostics, listQuickFixes];

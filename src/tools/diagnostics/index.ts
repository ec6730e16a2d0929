// The tools that say what is wrong with the code, and fix it.
import type { Tool } from '../tool.ts';
import { applyQuickFix } from './apply_quick_fix.ts';
import { getDiagnostics } from './get_diagnostics.ts';
import { listQuickFixes } from './list_quick_fixes.ts';

export const diagnostics: readonly Tool[] = [getDiagnostics, listQuickFixes, applyQuickFix];

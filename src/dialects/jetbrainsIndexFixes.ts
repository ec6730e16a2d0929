// How the JetBrains index plugin fixes a problem: a fix by its id, returned as it returns every change.
import { z } from 'zod';
import { counted } from '../base/text/counted.ts';
import { defineDialectTool } from './dialect.ts';
import { given, project } from './jetbrainsIndexWords.ts';

const problem = z.object({ file: z.string(), line: z.number(), column: z.number(), message: z.string() });

export const applyQuickFix = defineDialectTool({
  name: 'ide_apply_quick_fix',
  tool: 'apply_quick_fix',
  description: 'Apply a quick fix by the fixId that ide_list_quick_fixes gave; it can be undone.',
  input: z.strictObject({
    fix_id: z.string().min(1).describe('fixId from ide_list_quick_fixes.'),
    ...project,
  }),
  answer: z.object({
    applied: z.boolean(),
    changeId: z.string().optional(),
    files: z.array(z.object({ file: z.string() })),
    edits: z.number(),
    fixes: z.array(z.object({ title: z.string() })),
    newErrors: z.array(problem),
  }),
  toArguments: (asked) => given(asked),
  toResult([{ applied, changeId, files, edits, fixes, newErrors }]) {
    const affectedFiles = files.map(({ file }) => file);
    return {
      success: applied,
      affectedFiles,
      changesCount: edits,
      message: `Applied "${fixes.map(({ title }) => title).join('", "')}" in ${counted(affectedFiles.length, 'file')}.`,
      ...given({ changeId, newErrors: newErrors.length > 0 ? newErrors : undefined }),
    };
  },
});

// How a setting is named, and how one value of a settings file is changed without touching the rest.
import { z } from 'zod';
import { withoutValue, withValue } from '../../../base/text/commentedJson.ts';
import { WORKSPACE_SETTINGS } from '../../../ide/doors/settings.ts';
import { invalidSettings } from '../../../ide/errors/machineErrors.ts';
import { readSettingsFile } from '../../../ide/settingsFile.ts';
import { editsBetween, type FileOperation } from '../../../ide/workspaceEdit.ts';
import type { ProjectContext } from '../../tool.ts';
import { documentAt } from '../../words/base.ts';

export const keyInput = z
  .string()
  .max(200)
  .regex(/^(?!__proto__$|constructor$|prototype$)[^\s"\\]+$/, 'it must be the whole name of a setting, such as editor.tabSize')
  .describe('Such as editor.tabSize.');

// Undefined where the file says that already. Throws invalid_settings where it cannot be understood.
export async function settingOperation(context: ProjectContext, key: string, value: unknown): Promise<FileOperation | undefined> {
  const uri = await context.ide.documents.locate(WORKSPACE_SETTINGS);
  const document = await documentAt(context, uri);
  const before = document === undefined || document.text.trim() === '' ? '{}\n' : document.text;
  const { members, problem } = readSettingsFile(before);
  if (problem !== undefined) throw invalidSettings(WORKSPACE_SETTINGS, problem);
  if (value === undefined ? !Object.hasOwn(members, key) : Object.hasOwn(members, key) && JSON.stringify(members[key]) === JSON.stringify(value))
    return undefined;
  const after = value === undefined ? withoutValue(before, [key]) : withValue(before, [key], value);
  if (document === undefined) return { kind: 'create', uri, text: after, ifExists: 'fail' };
  return { kind: 'edit', uri, edits: editsBetween(document, after), basis: document.text };
}

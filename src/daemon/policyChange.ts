// How rules are changed in the person's policy: the whole file is checked before it is written, and their comments stay where they are.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { withoutValue, withValue } from '../base/text/commentedJson.ts';
import { unifiedHunks } from '../base/text/lineDiff.ts';
import type { PolicyEdit, ShownPolicy, WrittenPolicy } from '../dashboard/protocol/shownPolicy.ts';
import { changedMeanwhile } from '../ide/errors/errors.ts';
import { defaultPolicy } from '../server/permission/permission.ts';
import { rulesOf } from '../server/permission/rules.ts';
import { writePrivateFile } from './folders.ts';
import { policyFile, writtenRules } from './policy.ts';
import { settingValues } from './settings.ts';

export function shownPolicy(configuration: string): ShownPolicy {
  const file = policyFile(configuration);
  const text = textOf(file);
  const rules = text === '' ? {} : writtenRules(file, text);
  const { projects: _, ...everywhere } = rules;
  return {
    file,
    rules,
    effects: { ...defaultPolicy.effects, ...rulesOf(everywhere).effects },
    confirmsEdits: settingValues(configuration).values.confirmWriteOperations,
    basis: basisOf(text),
  };
}

// Throws invalid_policy where the file, or what would become of it, cannot be understood, and changed_meanwhile where it is another than the person saw.
export function changePolicy(
  configuration: string,
  edits: readonly PolicyEdit[],
  { isPreview, basis }: { readonly isPreview: boolean; readonly basis?: string | undefined },
): WrittenPolicy {
  const file = policyFile(configuration);
  const before = textOf(file);
  if (basis !== undefined && basis !== basisOf(before)) throw changedMeanwhile([file]);
  const start = before.trim() === '' ? '{}\n' : before;
  // One that cannot be understood is for the person to repair, not to be made worse.
  writtenRules(file, start);
  const after = edits.reduce((text, edit) => edited(file, text, edit), start);
  writtenRules(file, after);
  const isWritten = !isPreview && after !== before;
  // A link, as people who keep their policy in a repository have it, stays one.
  if (isWritten) writePrivateFile(existsSync(file) ? realpathSync(file) : file, after);
  return { file, diff: unifiedHunks(before, after), isWritten, basis: basisOf(isPreview ? before : after) };
}

function edited(file: string, text: string, { kind, name, verdict, project }: PolicyEdit): string {
  const path = [...(project === undefined ? [] : ['projects', keyOf(file, text, project)]), kind, name];
  return verdict === undefined ? withoutValue(text, path) : withValue(text, path, verdict);
}

// A person may have written the folder in another way.
function keyOf(file: string, text: string, project: string): string {
  return Object.keys(writtenRules(file, text).projects ?? {}).find((folder) => resolve(folder) === resolve(project)) ?? resolve(project);
}

function textOf(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

function basisOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

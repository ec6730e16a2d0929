// Who may allow what: the person everywhere or for one project, the files of a project only to forbid.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { IdeError } from '../../ide/errors/errors.ts';
import type { Project } from '../../ide/ide.ts';
import { allTools, Catalogue } from '../../tools/catalogue.ts';
import type { Tool } from '../../tools/tool.ts';
import { defaultPolicy, deniesRuns, type Policy, permit, whyUnnamed } from './permission.ts';
import { SETTINGS_FILE } from './projectSettings.ts';

let project: Project;
beforeEach(() => {
  const path = mkdtempSync(join(tmpdir(), 'binnacle-permission-'));
  project = { name: 'shop', path, uri: `file://${path}`, trusted: true };
});
afterEach(() => rmSync(project.path, { recursive: true, force: true }));

const catalogue = new Catalogue(allTools);
const edit = named('edit_file');
const read = named('read_file');

test('a rule for a project is stronger than one for everywhere, and a tool than its effect', () => {
  const policy: Policy = {
    effects: { ...defaultPolicy.effects, edits: 'deny' },
    tools: { undo: 'allow' },
    projects: { [project.path]: { effects: { edits: 'ask' }, tools: { write_file: 'allow' } } },
  };
  expect(permit(edit, project, policy)).toBe('ask');
  expect(permit(named('write_file'), project, policy)).toBe('allow');
  expect(() => permit(edit, { ...project, path: '/other' }, policy)).toThrow(expect.objectContaining({ code: 'not_permitted' }));
  expect(permit(named('undo'), { ...project, path: '/other' }, policy)).toBe('allow');
});

test('a rule for a folder holds in every folder and worktree inside it, however it is written, and the strictest wins', () => {
  const inner = join(project.path, 'packages', 'cart');
  mkdirSync(inner, { recursive: true });
  const link = `${project.path}-link`;
  symlinkSync(project.path, link, 'junction');
  try {
    const deny = { effects: { edits: 'deny' as const }, tools: {} };
    const inside = { ...project, path: inner };
    for (const folder of [project.path, link, `${project.path}/packages/..`, join(link, 'packages')]) {
      const policy = {
        ...defaultPolicy,
        projects: { [folder]: deny, [inner]: { effects: { edits: 'allow' as const }, tools: { edit_file: 'allow' as const } } },
      };
      expect(() => permit(edit, inside, policy), folder).toThrow(expect.objectContaining({ code: 'not_permitted' }));
      expect(() => permit(edit, { ...project, path: '/elsewhere', worktreeOf: inner }, policy), folder).toThrow(
        expect.objectContaining({ code: 'not_permitted' }),
      );
    }
    expect(permit(edit, { ...project, path: `${project.path}-2` }, { ...defaultPolicy, projects: { [project.path]: deny } })).toBe('allow');
  } finally {
    rmSync(link);
  }
});

test('the files of a project make it stricter, never looser', () => {
  settings('{ "policy": { "confirmWriteOperations": true, "tools": { "undo": "deny" } } }');
  expect(permit(edit, project, defaultPolicy)).toBe('ask');
  expect(permit(read, project, defaultPolicy)).toBe('allow');
  expect(() => permit(named('undo'), project, defaultPolicy)).toThrow(expect.objectContaining({ code: 'not_permitted' }));
  settings('{ "policy": { "effects": { "edits": "allow" }, "tools": { "edit_file": "allow" } } }');
  expect(permit(edit, project, { ...defaultPolicy, tools: { edit_file: 'ask' } })).toBe('ask');
  expect(() => permit(edit, project, { ...defaultPolicy, tools: { edit_file: 'deny' } })).toThrow(expect.objectContaining({ code: 'not_permitted' }));
});

test('what cannot be undone asks, unless a person has named that very tool; a denial stays one', () => {
  const branch = named('git_branch');
  const allowed = { ...defaultPolicy, tools: { git_branch: 'allow' as const } };
  expect(permit(branch, project, defaultPolicy)).toBe('allow');
  expect(permit(branch, project, defaultPolicy, true)).toBe('ask');
  expect(permit(branch, project, allowed, true)).toBe('allow');
  expect(permit(branch, project, { ...defaultPolicy, projects: { [project.path]: { effects: { edits: 'allow' }, tools: {} } } }, true)).toBe('ask');
  expect(permit(branch, project, { ...defaultPolicy, projects: { [project.path]: { effects: {}, tools: { git_branch: 'allow' } } } }, true)).toBe('allow');
  expect(() => permit(branch, project, { ...defaultPolicy, effects: { ...defaultPolicy.effects, edits: 'deny' } }, true)).toThrow(
    expect.objectContaining({ code: 'not_permitted' }),
  );
  settings('{ "policy": { "tools": { "git_branch": "ask" } } }');
  expect(permit(branch, project, allowed, true)).toBe('ask');
});

test('a file of the project that cannot be understood lets agents read, and nothing else', () => {
  settings('{ "policy": { "effects": { "edits": "never" } } }');
  expect(permit(read, project, defaultPolicy)).toBe('allow');
  expect(() => permit(edit, project, defaultPolicy)).toThrow(expect.objectContaining({ code: 'invalid_settings' }));
});

function settings(text: string): void {
  mkdirSync(join(project.path, '.binnacle'), { recursive: true });
  writeFileSync(join(project.path, SETTINGS_FILE), text);
}

test('runs are denied by the person or by the project, for this folder or everywhere, and by what cannot be understood', () => {
  const deny: Policy = { ...defaultPolicy, effects: { ...defaultPolicy.effects, runs: 'deny' } };
  const here: Policy = { ...defaultPolicy, projects: { [project.path]: { effects: { runs: 'deny' }, tools: {} } } };
  const allowedHere: Policy = { ...deny, projects: { [project.path]: { effects: { runs: 'allow' }, tools: {} } } };
  const unreadable = () => {
    throw new IdeError('invalid_policy', '', '');
  };
  expect([defaultPolicy, deny, here, allowedHere].map((policy) => deniesRuns(project, () => policy))).toEqual([false, true, true, false]);
  expect(deniesRuns(project, unreadable)).toBe(true);
  expect(deniesRuns({ path: '/other' }, () => here)).toBe(false);
  mkdirSync(join(project.path, '.binnacle'));
  writeFileSync(join(project.path, SETTINGS_FILE), '{ "policy": { "effects": { "runs": "deny" } } }');
  expect(deniesRuns(project, () => allowedHere)).toBe(true);
});

test('a project that no person named is for reading, unless the policy names it', () => {
  const unnamed = { ...project, trusted: false };
  const allowed: Policy = { ...defaultPolicy, projects: { [project.path]: { effects: { edits: 'allow' }, tools: {} } } };
  expect(whyUnnamed(edit, project, defaultPolicy)).toBeUndefined();
  expect(whyUnnamed(edit, unnamed, defaultPolicy)).toContain('binnacle trust');
  expect(whyUnnamed(edit, unnamed, { ...defaultPolicy, tools: { edit_file: 'allow' } })).toContain('binnacle trust');
  expect(whyUnnamed(edit, unnamed, allowed)).toBeUndefined();
});

function named(name: string): Tool {
  const tool = catalogue.find(name);
  if (tool === undefined) throw new TypeError(`there is no ${name}`);
  return tool;
}

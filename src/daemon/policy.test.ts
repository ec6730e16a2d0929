// What the person's policy file permits, and that a wrong one permits nothing.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { defaultPolicy, permit } from '../server/permission/permission.ts';
import { allTools } from '../tools/catalogue.ts';
import { policyFile, readPolicyFrom } from './policy.ts';
import { readLive, settingsFile } from './settings.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'binnacle-policy-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (text: string) => writeFileSync(policyFile(folder), text);

test('without a file the usual policy holds', () => {
  expect(readPolicyFrom(policyFile(folder))()).toEqual(defaultPolicy);
});

test('a file changes what it names, and counts at once', () => {
  const policy = readPolicyFrom(policyFile(folder));
  expect(policy().effects.runs).toBe('allow');
  write('{\n  // no commands\n  "effects": { "runs": "deny" }, "tools": { "read_file": "ask" },\n}');
  expect(policy()).toEqual({ effects: { ...defaultPolicy.effects, runs: 'deny' }, tools: { read_file: 'ask' } });
  write('{ "confirmWriteOperations": true }');
  expect(policy().effects).toEqual({ ...defaultPolicy.effects, edits: 'ask' });
  write(`{ "projects": { ${JSON.stringify(folder)}: { "confirmWriteOperations": true, "tools": { "undo": "deny" } } } }`);
  expect(policy()).toEqual({ ...defaultPolicy, projects: { [folder]: { effects: { edits: 'ask' }, tools: { undo: 'deny' } } } });
  rmSync(policyFile(folder));
  expect(policy()).toEqual(defaultPolicy);
});

test('of the settings and the policy the stricter counts, at once', () => {
  const settings = (text: string) => writeFileSync(settingsFile(folder), text);
  const policy = readPolicyFrom(policyFile(folder), readLive(folder, 'confirmWriteOperations'));
  const [edit, read] = ['edit_file', 'read_file'].map((name) => allTools.find((tool) => tool.name === name));
  if (edit === undefined || read === undefined) throw new Error('both are in the catalogue');
  const verdict = () => permit(edit, undefined, policy());
  expect(verdict()).toBe('allow');
  settings('{ "confirmWriteOperations": true }');
  expect(verdict()).toBe('ask');
  write('{ "effects": { "edits": "allow" }, "tools": { "edit_file": "allow" } }');
  expect(verdict()).toBe('ask');
  expect(permit(read, undefined, policy())).toBe('allow');
  write('{ "effects": { "edits": "deny" } }');
  expect(verdict).toThrow(expect.objectContaining({ code: 'not_permitted' }));
  write('{ "confirmWriteOperations": true }');
  settings('{ "confirmWriteOperations": false }');
  expect(verdict()).toBe('ask');
  // What cannot be understood asks; a policy that cannot be permits nothing.
  write('{}');
  for (const garbled of ['{ "confirmWriteOperations": "yes" }', '{ "confirmWriteOperations": false', '[]']) {
    settings(garbled);
    expect(verdict(), garbled).toBe('ask');
  }
});

test.each([
  ['a comma too few', '{ "effects": {} "tools": {} }'],
  ['a word that is none', '{ "effects": { "edits": "never" } }'],
  ['an effect that is none', '{ "effects": { "writes": "deny" } }'],
  ['something else', '[]'],
])('%s permits nothing and names the file', (_, text) => {
  write(text);
  const policy = readPolicyFrom(policyFile(folder));
  expect(policy).toThrow(expect.objectContaining({ code: 'invalid_policy', message: expect.stringContaining(policyFile(folder)) }));
});

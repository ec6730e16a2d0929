// What launch.json offers, filled in; and what is wrong with it, said.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { launchConfigurations } from './launchJson.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'binnacle-launch-'));
  mkdirSync(join(root, '.vscode'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const found = (text: string) => {
  writeFileSync(join(root, '.vscode', 'launch.json'), text);
  return launchConfigurations(root, (type) => type === 'debugpy');
};

test('configurations with comments, variables, an environment file and what only this system has', () => {
  writeFileSync(join(root, '.env'), 'A=from file\nexport B="quoted"\n');
  const { configurations, problems } = found(`{
    // A person's file.
    "configurations": [{
      "name": "serve", "type": "debugpy", "request": "launch", "program": "\${workspaceFolder}/app.py", "args": ["\${fileBasename}"],
      "envFile": "\${workspaceFolder}/.env", "env": { "A": "own" }, "linux": { "cwd": "/linux" }, "osx": { "cwd": "/osx" }, "windows": { "cwd": "/windows" },
      "preLaunchTask": "build", "presentation": { "group": "servers" },
    }],
  }`);
  expect(problems).toEqual([]);
  expect(configurations).toMatchObject([
    { name: 'serve', type: 'debugpy', canDebug: true, folder: 'servers', description: 'launch ${workspaceFolder}/app.py' },
  ]);
  expect(configurations[0]?.resolve({ file: join(root, 'x.py') })).toMatchObject({
    type: 'debugpy',
    request: 'launch',
    preLaunchTask: 'build',
    arguments: { program: join(root, 'app.py'), args: ['x.py'], env: { A: 'own', B: 'quoted' }, cwd: expect.stringMatching(/^\/(linux|osx|windows)$/) },
  });
});

test('compounds name their parts, and cannot be debugged when a part cannot', () => {
  const { configurations } = found(`{ "configurations": [
    { "name": "a", "type": "debugpy", "request": "launch" }, { "name": "b", "type": "chrome", "request": "launch" } ],
    "compounds": [{ "name": "both", "configurations": ["a", "b"] }, { "name": "one", "configurations": ["a"] }] }`);
  expect(configurations.map(({ name, canDebug }) => [name, canDebug])).toEqual([
    ['a', true],
    ['b', false],
    ['both', false],
    ['one', true],
  ]);
  expect(configurations[3]?.resolve({ file: undefined })).toEqual({ compound: ['a'], preLaunchTask: undefined, stopAll: false });
});

test('mistakes are reported, and the rest is used', () => {
  expect(found('{ "configurations": [ {').problems).toEqual([expect.stringContaining('.vscode/launch.json')]);
  const { configurations, problems } = found('{ "configurations": [{ "name": "x" }, { "name": "y", "type": "debugpy", "request": "attach" }] }');
  expect(problems).toEqual([expect.stringContaining('configuration 1 lacks')]);
  expect(configurations.map(({ name }) => name)).toEqual(['y']);
});

test('a variable without a value here makes it unusable, with the reason', () => {
  const { configurations } = found(
    '{ "configurations": [{ "name": "x", "type": "debugpy", "request": "launch", "program": "${file}", "processId": "${command:pickProcess}" }] }',
  );
  expect(() => configurations[0]?.resolve({ file: '/a.py' })).toThrow(
    expect.objectContaining({ code: 'configuration_invalid', message: expect.stringContaining('${command:pickProcess}') }),
  );
});

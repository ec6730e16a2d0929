// What a person learns from binnacle doctor, on the built program.
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seconds } from '../../src/base/waiting/duration.ts';
import { binnacle, type Finished, type Home, run, temporaryHome } from '../support/builtProgram.ts';

const GOPLS = 'install Go 1.26 or newer, then: go install golang.org/x/tools/gopls@v0.23.0';
let home: Home;
// A machine on which nothing is installed but Node.
let bare: NodeJS.ProcessEnv;
beforeAll(async () => {
  home = await temporaryHome();
  bare = { ...home.environment, HOME: home.folder, PATH: dirname(process.execPath), GOBIN: '', GOPATH: '', CARGO_HOME: '' };
});
afterAll(() => home[Symbol.asyncDispose]());

test('a project that is served wholly: engines with versions and files, exit code 0', async () => {
  const project = await projectWith('served', { 'cart.ts': 'export {};\n', 'style.css': 'a {}\n', 'reports/sum.py': '\n' });
  const { code, stdout } = await doctor(project);
  expect(stdout).toContain(project);
  expect(stdout).toMatch(/✓ {2}typescript +1 file +typescript 7\.\d+\.\d+ +starts with the first question/);
  expect(stdout).toMatch(/✓ {2}css +1 file/);
  expect(stdout).toMatch(/basedpyright \d/);
  expect(stdout).not.toContain('To install');
  expect(code).toBe(0);
});

test('what is missing is named with the command that installs it, and the exit code is 1', async () => {
  const project = await projectWith('missing', { 'main.go': 'package main\n', 'cart.ts': 'export {};\n' });
  const { code, stdout } = await doctor(project);
  expect(code).toBe(1);
  expect(stdout).toMatch(/✗ {2}go +1 file +gopls +missing: There is no gopls on the PATH\./);
  expect(stdout).toContain(`To install what is missing:\n  ${GOPLS}`);
  const json = await doctor(project, '--json');
  expect(json.code).toBe(1);
  expect(JSON.parse(json.stdout)).toMatchObject({
    healthy: false,
    node: process.versions.node,
    project,
    engines: [
      { language: 'typescript', files: 1 },
      { language: 'go', state: 'missing', install: GOPLS, files: 1 },
    ],
  });
});

test('a server that most people do not miss is offered, and its absence makes nobody ill', async () => {
  const project = await projectWith('optional', { Dockerfile: 'FROM scratch\n', 'cart.ts': 'export {};\n' });
  const { code, stdout } = await doctor(project);
  expect(stdout).toMatch(/– {2}dockerfile +1 file .*missing/);
  expect(stdout).toContain('binnacle doctor --install dockerfile-language-server');
  expect(code).toBe(0);
  expect(JSON.parse((await doctor(project, '--json')).stdout)).toMatchObject({ healthy: true });
});

test('a program that is there and does not run is missing too, and its complaint is reported', async () => {
  if (process.platform === 'win32') return;
  const project = await projectWith('broken', { 'main.rs': 'fn main() {}\n' });
  const programs = join(home.folder, 'programs');
  await mkdir(programs);
  await writeFile(join(programs, 'rust-analyzer'), '#!/bin/sh\necho "error: Unknown binary" >&2\nexit 1\n', { mode: 0o755 });
  await run([process.execPath, binnacle, 'stop'], { environment: bare, folder: project, bound: seconds(60) });
  const environment = { ...bare, PATH: [programs, '/bin', '/usr/bin', dirname(process.execPath)].join(':') };
  const { code, stdout } = await doctorIn(environment, project);
  expect(stdout).toMatch(/✗ {2}rust .*does not run: error: Unknown binary/);
  expect(stdout).toContain('rustup component add rust-analyzer');
  expect(code).toBe(1);
});

test('a folder without any code says so', async () => {
  const project = await projectWith('empty', { notes: 'nothing\n' });
  const { code, stdout } = await doctor(project);
  expect(stdout).toContain('No file of this project belongs to a language that Binnacle knows.');
  expect(code).toBe(0);
});

test('a folder that does not exist is an error with the next step', async () => {
  const { code, stderr } = await doctor(join(home.folder, 'nowhere'));
  expect(code).toBe(1);
  expect(stderr).not.toBe('');
});

function doctor(project: string, ...flags: string[]): Promise<Finished> {
  return doctorIn(bare, project, ...flags);
}

function doctorIn(environment: NodeJS.ProcessEnv, project: string, ...flags: string[]): Promise<Finished> {
  return run([process.execPath, binnacle, 'doctor', '--project', project, ...flags], { environment, folder: home.folder, bound: seconds(60) });
}

async function projectWith(name: string, files: Record<string, string>): Promise<string> {
  const root = join(home.folder, name);
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  return root;
}

// Ways in that build, prepare or start several: targets of CMake and Cargo, tasks in the background, compounds.
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, type TestContext, test } from 'vitest';
import { needs } from '../../support/testTools.ts';
import { type Debuggee, debuggee, isAlive, onPath } from './debuggee.ts';

const names = async (project: Debuggee) => {
  const { configurations } = await project.call('list_run_configurations');
  return Array.isArray(configurations) ? configurations.map((one: { name: string }) => one.name) : [];
};

test('a target of CMake is built outside of the project, and again when its source has changed', async (context) => {
  using _path = onPath(await codelldb(context));
  const main = '#include "price.h"\n\nint main() {\n  int amount = price(3);\n  return amount;\n}\n';
  await using project = await debuggee({
    'CMakeLists.txt': 'cmake_minimum_required(VERSION 3.16)\nproject(shop CXX)\nadd_subdirectory(src)\n',
    'src/CMakeLists.txt': 'add_library(price price.cpp)\nadd_executable(${PROJECT_NAME} main.cpp)\ntarget_link_libraries(${PROJECT_NAME} price)\n',
    'src/price.h': 'int price(int);\n',
    'src/price.cpp': '#include "price.h"\n\nint price(int count) {\n  return count * 7;\n}\n',
    'src/main.cpp': main,
  });
  expect(await names(project)).toEqual(['cmake: shop']);
  await project.call('set_breakpoint', { file: 'src/price.cpp', line: 4 });
  expect(await project.call('start_debug_session', { configuration_name: 'cmake: shop', timeout: 100 })).toMatchObject({
    location: { file: 'src/price.cpp', line: 4 },
    variables: [{ name: 'count', value: '3' }],
  });
  expect(await project.call('resume')).toMatchObject({ state: 'ended', exitCode: 21 });
  await project.call('edit_file', { file: 'src/main.cpp', edits: [{ old_text: 'price(3)', new_text: 'price(nothing)' }] });
  expect(await project.refusal('start_debug_session', { configuration_name: 'cmake: shop' })).toMatchObject({
    error: 'preparation_failed',
    message: expect.stringContaining('nothing'),
  });
});

test('a target of Cargo in a workspace, and an example', async (context) => {
  using _path = onPath(await codelldb(context));
  const manifest = (name: string) => `[package]\nname = "${name}"\nversion = "0.1.0"\nedition = "2021"\n`;
  await using project = await debuggee({
    'Cargo.toml': '[workspace]\nmembers = ["shop"]\nresolver = "2"\n',
    '.cargo/config.toml': '[build]\ntarget-dir = "elsewhere"\n',
    'shop/Cargo.toml': manifest('shop'),
    'shop/src/main.rs': 'fn main() {\n    let amount = 7;\n    println!("{amount}");\n}\n',
    'shop/examples/demo.rs': 'fn main() {\n    let amount = 8;\n    println!("{amount}");\n}\n',
  });
  expect(await names(project)).toEqual(['cargo: shop', 'cargo: example demo']);
  await project.call('set_breakpoint', { file: 'shop/src/main.rs', line: 3 });
  await project.call('set_breakpoint', { file: 'shop/examples/demo.rs', line: 3 });
  for (const [name, file, value] of [
    ['cargo: shop', 'shop/src/main.rs', '7'],
    ['cargo: example demo', 'shop/examples/demo.rs', '8'],
  ]) {
    expect(await project.call('start_debug_session', { configuration_name: name, timeout: 100 })).toMatchObject({
      location: { file, line: 3 },
      variables: [{ name: 'amount', value }],
    });
    await project.call('stop_debug_session');
  }
});

const WATCH = `require('node:fs').writeFileSync('watch.pid', String(process.pid));
console.log('building');
setTimeout(() => { require('node:fs').writeFileSync('built.js', 'console.log("built")\\n'); console.log('built'); }, 100);
setInterval(() => {}, 1000);
`;

test('a compound waits for its task in the background, which ends with its last program', async () => {
  const launch = {
    configurations: [
      { name: 'server', type: 'node', request: 'launch', program: '${workspaceFolder}/server.js' },
      { name: 'client', type: 'node', request: 'launch', program: '${workspaceFolder}/built.js', preLaunchTask: 'watch' },
    ],
    compounds: [
      { name: 'both', configurations: ['server', 'client'], preLaunchTask: 'watch' },
      { name: 'together', configurations: ['server', 'client'], stopAll: true },
    ],
  };
  const tasks = {
    tasks: [
      {
        label: 'watch',
        type: 'process',
        command: process.execPath,
        args: ['watch.js'],
        isBackground: true,
        problemMatcher: { background: { beginsPattern: 'building', endsPattern: 'built' } },
      },
    ],
  };
  await using project = await debuggee({
    '.vscode/launch.json': JSON.stringify(launch),
    '.vscode/tasks.json': JSON.stringify(tasks),
    'watch.js': WATCH,
    'server.js': 'setInterval(() => {}, 1000);\n',
  });
  const started = await project.call('start_debug_session', { configuration_name: 'both', timeout: 1 });
  expect(started['sessions']).toEqual(['s1', 's2']);
  expect(await project.call('wait_for_pause', { session_id: 's2' })).toMatchObject({ state: 'ended', exitCode: 0 });
  const watcher = Number(await readFile(join(project.real.agent.ide.project.path, 'watch.pid'), 'utf8'));
  expect(isAlive(watcher)).toBe(true);
  await project.call('stop_debug_session', { session_id: 's1' });
  await expect.poll(() => isAlive(watcher)).toBe(false);

  await project.call('start_debug_session', { configuration_name: 'together', timeout: 1 });
  await project.call('wait_for_pause', { session_id: 's4' });
  await expect.poll(async () => (await project.call('get_debug_session_status', { session_id: 's3' }))['state']).toBe('ended');
});

async function codelldb(context: TestContext): Promise<string> {
  return dirname((await needs(context, 'codelldb')).command[0] ?? '');
}

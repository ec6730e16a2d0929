// The standard containers of C++ and Rust as an agent reads them: with our formatters, and where lldb has no Python to run them, without an untrue word.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { needs } from '../../support/testTools.ts';
import { type Debuggee, debuggee, idOf, onPath } from './debuggee.ts';

const CPP = `#include <list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <variant>
#include <vector>

struct Item { std::string name; int cents; };

int main() {
  std::vector<int> numbers(300, 7);
  std::vector<Item> items = {{"apple", 30}, {"pear", 45}};
  std::string text = "hello";
  std::map<std::string, int> ages = {{"ada", 36}, {"bob", 41}};
  std::unordered_map<int, std::string> words = {{1, "one"}, {2, "two"}, {3, "three"}};
  std::optional<int> some = 7, none;
  std::variant<int, std::string> either = std::string("second");
  std::shared_ptr<Item> shared = std::make_shared<Item>(Item{"plum", 25}), nothing;
  std::unique_ptr<int> unique = std::make_unique<int>(9);
  std::list<int> list = {1, 2};
  return (int)(numbers.size() + items.size() + text.size() + ages.size() + words.size() + list.size()) - 314; // here
}
`;

const RUST = `use std::collections::{BTreeMap, HashMap, HashSet};
use std::rc::Rc;

enum Shape { Circle(f64), Rect { w: u32, h: u32 }, Unit }
struct Item { name: String, cents: i32 }

fn main() {
    let numbers: Vec<i32> = (0..300).collect();
    let items = vec![Item { name: "apple".into(), cents: 30 }];
    let text = String::from("hello");
    let slice = &numbers[1..3];
    let word = "word";
    let ages: HashMap<String, i32> = HashMap::from([("ada".to_string(), 36), ("bob".to_string(), 41)]);
    let set: HashSet<u64> = HashSet::from([5]);
    let tree: BTreeMap<i32, String> = (0..40).map(|n| (n, n.to_string())).collect();
    let some = Some(7);
    let none: Option<i32> = None;
    let said: Option<String> = Some(String::from("said"));
    let empty: Option<String> = Some(String::new());
    let silent: Option<String> = None;
    let boxed: Option<Box<i32>> = Some(Box::new(3));
    let failed: Result<i32, String> = Err("failed".into());
    let shapes = vec![Shape::Circle(1.5), Shape::Rect { w: 2, h: 3 }, Shape::Unit];
    let shared = Rc::new(String::from("shared"));
    let other = shared.clone();
    println!("{} {} {} {}", numbers.len() + slice.len() + items.len() + ages.len() + set.len(), text, word, other); // here
    drop((some, none, said, empty, silent, boxed, failed, tree, shared));
    drop((shapes.len(), items[0].cents, &items[0].name));
    for shape in shapes { if let Shape::Rect { w, h } = shape { println!("{}", w * h) } else if let Shape::Circle(r) = shape { println!("{}", r) } }
}
`;

const WAITING = `fn main() {
    let said: Option<String> = Some(String::from("said"));
    loop {
        println!("{:?}", said);
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
}
`;

const Variables = z.looseObject({ scopes: z.array(z.looseObject({ variables: z.array(z.looseObject({ name: z.string(), value: z.string() })) })) });

async function valuesAtMark(project: Debuggee, file: string, text: string): Promise<{ stop: Record<string, unknown>; values: Record<string, string> }> {
  await project.call('set_breakpoint', { file, line: text.split('\n').findIndex((line) => line.includes('// here')) + 1 });
  const stop = await project.call('start_debug_session', { program: 'shop', timeout: 50 });
  const { scopes } = Variables.parse(await project.call('get_variables'));
  return { stop, values: Object.fromEntries(scopes.flatMap(({ variables }) => variables.map(({ name, value }) => [name, value.trim()]))) };
}

const cpp = () =>
  debuggee({ 'main.cpp': CPP }, async (folder) => {
    execFileSync('g++', ['-std=c++17', '-g', '-O0', '-o', join(folder, 'shop'), join(folder, 'main.cpp')]);
  });
const rust = () =>
  debuggee({ 'main.rs': RUST }, async (folder) => {
    execFileSync('rustc', ['-g', '-o', join(folder, 'shop'), join(folder, 'main.rs')], { stdio: 'ignore' });
  });

test('C++', async (context) => {
  using _path = onPath(dirname((await needs(context, 'codelldb')).command[0] ?? ''));
  await using project = await cpp();
  const { stop, values } = await valuesAtMark(project, 'main.cpp', CPP);
  expect(values).toMatchObject({
    numbers: 'size=300',
    items: 'size=2',
    text: '"hello"',
    ages: 'size=2',
    words: 'size=3',
    some: 'Has Value=true',
    none: 'Has Value=false',
    either: expect.stringContaining('basic_string'),
    shared: '{name:"plum", cents:25} strong=1',
    nothing: 'nullptr',
    unique: '9',
    list: 'size=2',
  });
  expect(stop['notes']).toBeUndefined();
  const inside = await project.call('expand_variable', { variable_id: idOf(stop, 'words') });
  for (const word of ['one', 'two', 'three']) expect(JSON.stringify(inside)).toContain(word);
  expect(await project.call('expand_variable', { variable_id: idOf(stop, 'numbers'), cursor: '298' })).toMatchObject({
    variables: expect.arrayContaining([expect.objectContaining({ name: '[299]', value: '7' })]),
  });
});

test('Rust', async (context) => {
  using _path = onPath(dirname((await needs(context, 'codelldb')).command[0] ?? ''));
  await using project = await rust();
  const { stop, values } = await valuesAtMark(project, 'main.rs', RUST);
  expect(values).toMatchObject({
    numbers: 'size=300',
    items: 'size=1',
    text: '"hello"',
    slice: 'size=2',
    word: '"word"',
    ages: 'size=2',
    set: 'size=1',
    tree: 'size=40',
    some: 'Some(7)',
    none: 'None',
    said: 'Some("said")',
    empty: 'Some("")',
    silent: 'None',
    boxed: expect.stringMatching(/^Some\(/),
    failed: 'Err("failed")',
    shared: '"shared" strong=2',
  });
  const inside = async (name: string) => JSON.stringify(await project.call('expand_variable', { variable_id: idOf(stop, name) }));
  for (const text of ['Circle(1.5)', 'Rect{w:2, h:3}', 'Unit']) expect(await inside('shapes')).toContain(text);
  expect(await inside('ages')).toMatch(/ada.*36|36.*ada/);
  expect(await inside('tree')).toContain('"name":"[39]","value":"\\"39\\""');
});

test('a launch.json with commands of its own keeps the formatters, and a program that runs already gets them', async (context) => {
  using _path = onPath(dirname((await needs(context, 'codelldb')).command[0] ?? ''));
  const configuration = { type: 'lldb', request: 'launch', name: 'own', program: '${workspaceFolder}/waiting', terminal: 'integrated' };
  const commands = { initCommands: ['settings set target.max-children-count 50'], preRunCommands: ['settings set target.max-string-summary-length 99'] };
  await using project = await debuggee(
    { 'main.rs': WAITING, '.vscode/launch.json': JSON.stringify({ version: '0.2.0', configurations: [{ ...configuration, ...commands }] }) },
    async (folder) => {
      execFileSync('rustc', ['-g', '-o', join(folder, 'waiting'), join(folder, 'main.rs')], { stdio: 'ignore' });
    },
  );
  const readable = { variables: expect.arrayContaining([expect.objectContaining({ name: 'said', value: 'Some("said")' })]) };
  await project.call('set_breakpoint', { file: 'main.rs', line: 4 });
  expect(await project.call('start_debug_session', { configuration_name: 'own', timeout: 50 })).toMatchObject(readable);
  await project.call('stop_debug_session');
  const child = spawn(join(project.real.agent.ide.project.path, 'waiting'));
  try {
    await once(child.stdout, 'data');
    await project.call('attach_debugger', { process_id: child.pid });
    const { state, ...stop } = await project.call('wait_for_pause');
    expect(state === 'paused' && 'breakpoints' in stop ? stop : await project.call('resume')).toMatchObject(readable);
    await project.call('stop_debug_session');
  } finally {
    child.kill('SIGKILL');
  }
});

test('without Python nothing untrue is said, and what to install is', async (context) => {
  using _path = onPath(dirname((await needs(context, 'lldb-dap')).command[0] ?? ''));
  await using project = await cpp();
  const { stop, values } = await valuesAtMark(project, 'main.cpp', CPP);
  expect(stop).toMatchObject({ notes: [expect.stringContaining('python3-lldb')] });
  expect(values).toMatchObject({ numbers: 'elements not counted', ages: 'size=2', words: 'size=3', text: '"hello"' });
  // What lldb says about itself is not what the program prints, and is said once.
  expect(JSON.stringify(await project.call('read_debug_output', { only: 'stderr' }))).not.toContain('NameError');
  expect((await project.call('step_over'))['notes']).toBeUndefined();
});

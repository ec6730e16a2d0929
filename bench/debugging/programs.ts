// The same small program in each language: it stops once before a long loop, through which it can then be stepped.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

export interface Debuggee extends AsyncDisposable {
  readonly folder: string;
}

// Every program: `result = 0` is where it stops, and this can be evaluated there.
export const EXPRESSION = 'result + count';

const JAVASCRIPT = `function total(items, count) {
  let result = 0;
  for (const item of items) {
    result += item.cents;
    result -= 1;
  }
  return result;
}

const items = Array.from({ length: 5000 }, (_, index) => ({ name: 'item ' + index, cents: index }));
console.log(total(items, items.length));
`;

const PYTHON = `class Item:
    def __init__(self, name, cents):
        self.name = name
        self.cents = cents


def total(items, count):
    result = 0
    for item in items:
        result += item.cents
        result -= 1
    return result


items = [Item("item", index) for index in range(5000)]
print(total(items, len(items)))
`;

const GO = `package main

import "fmt"

type Item struct {
	Name  string
	Cents int
}

func total(items []Item, count int) int {
	result := 0
	for _, item := range items {
		result += item.Cents
		result -= 1
	}
	return result
}

func main() {
	items := make([]Item, 5000)
	fmt.Println(total(items, len(items)))
}
`;

const CPP = `#include <cstdio>
#include <string>
#include <vector>

struct Item {
  std::string name;
  int cents;
};

int total(const std::vector<Item>& items, int count) {
  int result = 0;
  for (const auto& item : items) {
    result += item.cents;
    result -= 1;
  }
  return result;
}

int main() {
  std::vector<Item> items(5000, Item{"item", 1});
  printf("%d\\n", total(items, 5000));
}
`;

export const STOPS_AT = { 'main.js': 2, 'main.py': 8, 'shop/main.go': 11, 'main.cpp': 11 } as const;

// All of them in one folder, the C++ one built.
export async function openDebuggees(): Promise<Debuggee> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'binnacle-bench-debug-')));
  const files = { 'main.js': JAVASCRIPT, 'main.py': PYTHON, 'shop/main.go': GO, 'main.cpp': CPP, 'shop/go.mod': 'module shop\n\ngo 1.21\n' };
  // A folder of its own: Go takes no C++ beside it.
  await mkdir(join(folder, 'shop'));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  await promisify(execFile)('g++', ['-g', '-O0', '-o', join(folder, 'main.out'), join(folder, 'main.cpp')]);
  return {
    folder,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }),
  };
}

// How lldb is made to show the containers of C++ and Rust: by a script of ours where its Python works, and where it does not, by nothing but what is true.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

// Without Python lldb's own summaries count what its scripts should have found, and say size=1 of everything. These read the library's own counters.
const COUNTERS: readonly (readonly [types: string, summary: string])[] = [
  ['std::(__cxx11::|__debug::)?(vector|list|forward_list|deque)<.+>', 'elements not counted'],
  ['std::(__debug::)?unordered_(multi)?(map|set)<.+>', 'size=${var._M_h._M_element_count}'],
  ['std::(__debug::)?(multi)?(map|set)<.+>', 'size=${var._M_t._M_impl._M_node_count}'],
  ['alloc::string::String', 'len=${var.vec.len}'],
  ['alloc::(vec::Vec|collections::vec_deque::VecDeque)<.+>', 'len=${var.len}'],
  ['alloc::collections::btree::map::BTreeMap<.+>', 'len=${var.length}'],
  ['std::collections::hash::map::HashMap<.+>', 'len=${var.base.table.table.items}'],
  ['&(mut )?(str|\\[.+\\])', 'len=${var.length}'],
];

const PLAIN = 'binnacle-plain';

// The script turns the counters off.
export function formatterCommands(): readonly string[] {
  const script = formatterScript();
  // The standard library of Windows is another one.
  const counters = process.platform === 'win32' ? [] : COUNTERS;
  return [
    ...counters.map(([types, summary]) => `type summary add -w ${PLAIN} -e -x "^${types}$" --summary-string "${summary}"`),
    ...(counters.length === 0 ? [] : [`type category enable ${PLAIN}`]),
    ...(script === undefined ? [] : [`command script import "${script}"`]),
  ];
}

// What it says about itself where its Python is not there, or cannot load what belongs to lldb.
export const NO_PYTHON = /name '(?:run_one_line|lldb)' is not defined|No module named '?lldb|module importing failed|script(?:ing)?[- ]interpreter/i;

export const NO_PYTHON_NOTE =
  "lldb has no Python here, so standard containers are shown as they lie in memory: install lldb's module for Python (on Debian python3-lldb-19, of lldb's own version), or CodeLLDB.";

function formatterScript(): string | undefined {
  for (let folder = dirname(fileURLToPath(import.meta.url)); folder !== dirname(folder); folder = dirname(folder)) {
    const file = join(folder, 'dist', 'debugging', 'binnacle_lldb.py');
    if (existsSync(file)) return file;
  }
  return undefined;
}

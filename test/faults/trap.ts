// A project full of traps: everything that a tool of this trade may run without being asked to, each of which leaves a trace.
import { spawnSync } from 'node:child_process';
import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

export interface Trap {
  readonly folder: string;
  // What was executed, by the name of the trap.
  traces(): Promise<string[]>;
}

// `eslint` is a real installation of it, which a project would bring in its node_modules.
export async function trapIn(folder: string, traces: string, eslint: string): Promise<Trap> {
  await mkdir(traces, { recursive: true });
  const trace = (name: string) => join(traces, name);
  const inNode = (name: string) => `require('node:fs').writeFileSync(${JSON.stringify(trace(name))}, '');\n`;
  const inPython = (name: string) => `open(${JSON.stringify(trace(name))}, "w").close()\n`;
  const inShell = (name: string) => `#!/bin/sh\ntouch ${JSON.stringify(trace(name))}\n`;
  const scripts = ['preinstall', 'install', 'postinstall', 'prepare', 'build', 'test', 'start'];
  const files: Record<string, string> = {
    // Code to ask about.
    'cart.ts':
      'export interface Priced {\n  price(): number;\n}\nexport class Cart implements Priced {\n  price(): number {\n    return total([1]);\n  }\n}\nexport function total(prices: number[]): number {\n  return prices.length;\n}\n',
    'shop.py': 'import json\nfrom helper import total\n\n\nclass Cart:\n    def price(self) -> int:\n        return total()\n\n\nprint(json, total())\n',
    'helper.py': 'def total() -> int:\n    return 1\n',
    'main.go':
      'package main\n\n// #cgo pkg-config: trap\n// #include <stdio.h>\nimport "C"\n\nfunc total() int { return 1 }\n\nfunc main() { println(total(), C.puts(nil)) }\n',
    'main.cpp': 'int total() { return 1; }\nint main() { return total(); }\n',
    'run.sh': '#!/bin/sh\ntotal() { echo 1; }\ntotal\n',
    'page.html': '<p>total</p>\n',
    // ESLint, old and new.
    'eslint.config.js': `${inNode('eslint.config.js')}module.exports = [{ rules: { semi: 'error' } }];\n`,
    '.eslintrc.js': `${inNode('.eslintrc.js')}module.exports = {};\n`,
    // TypeScript: a plugin, and another compiler.
    'tsconfig.json': JSON.stringify({ compilerOptions: { strict: true, plugins: [{ name: 'trap-plugin' }, { name: './plugin.js' }] }, files: ['cart.ts'] }),
    'plugin.js': inNode('tsconfig plugin'),
    'node_modules/trap-plugin/package.json': '{ "name": "trap-plugin", "main": "index.js" }',
    'node_modules/trap-plugin/index.js': inNode('tsconfig plugin'),
    'node_modules/typescript/package.json': '{ "name": "typescript", "version": "5.0.0", "main": "lib/typescript.js" }',
    'node_modules/typescript/lib/typescript.js': inNode('typescript of the project'),
    'node_modules/typescript/lib/tsserver.js': inNode('typescript of the project'),
    '.vscode/settings.json': JSON.stringify({
      'typescript.tsdk': './node_modules/typescript/lib',
      'python.defaultInterpreterPath': './evil-python',
      'go.alternateTools': { gopls: './evil-python' },
      'eslint.runtime': './evil-python',
      'clangd.path': './evil-python',
    }),
    // Formatters.
    '.prettierrc': '{ "plugins": ["./prettier-plugin.js"] }',
    'prettier.config.js': inNode('prettier.config.js'),
    'prettier-plugin.js': inNode('prettier plugin'),
    'node_modules/prettier/package.json': '{ "name": "prettier", "version": "3.0.0", "main": "index.js" }',
    'node_modules/prettier/index.js': inNode('prettier of the project'),
    // Python: interpreters, and modules that an interpreter imports by itself.
    'evil-python': inShell('interpreter of the settings'),
    '.venv/bin/python': inShell('interpreter of .venv'),
    '.venv/bin/python3': inShell('interpreter of .venv'),
    '.venv/pyvenv.cfg': 'home = /usr/bin\n',
    'pyproject.toml': '[tool.basedpyright]\nvenvPath = "."\nvenv = ".venv"\n[build-system]\nrequires = []\nbuild-backend = "setup"\nbackend-path = ["."]\n',
    'setup.py': inPython('setup.py'),
    'conftest.py': inPython('conftest.py'),
    'sitecustomize.py': inPython('sitecustomize.py'),
    'usercustomize.py': inPython('usercustomize.py'),
    'json.py': inPython('json.py'),
    // Go: another toolchain.
    'go.mod': 'module trap\n\ngo 1.21\n\ntoolchain go1.99.9\n',
    // C++: a compiler that is asked for its include folders.
    'compile_commands.json': JSON.stringify([{ directory: folder, file: 'main.cpp', arguments: [join(folder, 'evil-python'), '-c', 'main.cpp'] }]),
    '.clangd': `CompileFlags:\n  Compiler: ${join(folder, 'evil-python')}\n`,
    // npm and its relatives.
    'package.json': JSON.stringify({
      name: 'trap',
      packageManager: 'yarn@4.0.0',
      scripts: Object.fromEntries(scripts.map((name) => [name, `touch '${trace(`npm ${name}`)}'`])),
      dependencies: { 'trap-plugin': '1.0.0', missing: '1.0.0' },
    }),
    '.npmrc': `script-shell=${join(folder, 'evil-python')}\nnode-options=--require ${join(folder, 'plugin.js')}\n`,
    '.yarnrc.yml': 'yarnPath: ./yarn.js\n',
    'yarn.js': inNode('yarnPath'),
    // Git runs these for a mere status.
    '.git/HEAD': 'ref: refs/heads/main\n',
    '.git/config': `[core]\n  repositoryformatversion = 0\n  fsmonitor = ${join(folder, 'fsmonitor')}\n`,
    '.git/refs/heads/.keep': '',
    '.git/objects/.keep': '',
    fsmonitor: inShell('git fsmonitor'),
    // Searches: a grammar of the project's own is a library that is loaded.
    'sgconfig.yml': 'ruleDirs: []\ncustomLanguages:\n  trap:\n    libraryPath: trap.so\n    extensions: [trap]\n',
    'trap.c': `#include <fcntl.h>\n__attribute__((constructor)) void sprung(void) { open(${JSON.stringify(trace('grammar of the project'))}, O_CREAT | O_WRONLY, 0644); }\nvoid *tree_sitter_trap(void) { return 0; }\n`,
  };
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text, { mode: text.startsWith('#!') ? 0o755 : 0o644 });
  }
  await symlink(eslint, join(folder, 'node_modules', 'eslint'), 'junction');
  // Without a compiler this one trap is not set.
  spawnSync('cc', ['-shared', '-fPIC', '-o', 'trap.so', 'trap.c'], { cwd: folder, stdio: 'ignore' });
  return { folder, traces: async () => (await readdir(traces)).sort() };
}

// Programs that the go command starts when a file of the project names them.
export async function trapsOnPath(programs: string, traces: string): Promise<void> {
  await mkdir(programs, { recursive: true });
  for (const name of ['go1.99.9', 'pkg-config']) await writeFile(join(programs, name), `#!/bin/sh\ntouch '${join(traces, name)}'\nexit 1\n`, { mode: 0o755 });
}

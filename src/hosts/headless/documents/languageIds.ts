// Which language a file is written in, by its name or its first line, in the words of the language server protocol.
import { basename, extname } from 'node:path';

const BY_NAME: Readonly<Record<string, string>> = {
  dockerfile: 'dockerfile',
  containerfile: 'dockerfile',
  makefile: 'makefile',
  gnumakefile: 'makefile',
  'cmakelists.txt': 'cmake',
  gemfile: 'ruby',
  rakefile: 'ruby',
  jenkinsfile: 'groovy',
  'tsconfig.json': 'jsonc',
  'jsconfig.json': 'jsonc',
  'devcontainer.json': 'jsonc',
  '.babelrc': 'jsonc',
  '.eslintrc': 'jsonc',
  '.swcrc': 'jsonc',
  '.prettierrc': 'json',
  '.bashrc': 'shellscript',
  '.bash_profile': 'shellscript',
  '.profile': 'shellscript',
  '.zshrc': 'shellscript',
  '.gitignore': 'ignore',
  '.npmignore': 'ignore',
  '.dockerignore': 'ignore',
  '.env': 'dotenv',
  'go.mod': 'go.mod',
  'go.sum': 'go.sum',
  'go.work': 'go.work',
  sconstruct: 'python',
  sconscript: 'python',
};

const BY_EXTENSION: Readonly<Record<string, string>> = {
  '.ts': 'typescript',
  '.mts': 'typescript',
  '.cts': 'typescript',
  '.tsx': 'typescriptreact',
  '.js': 'javascript',
  '.mjs': 'javascript',
  '.cjs': 'javascript',
  '.es6': 'javascript',
  '.jsx': 'javascriptreact',
  '.py': 'python',
  '.pyi': 'python',
  '.pyw': 'python',
  '.json': 'json',
  '.jsonc': 'jsonc',
  '.json5': 'json5',
  '.jsonl': 'jsonl',
  '.webmanifest': 'json',
  '.map': 'json',
  '.html': 'html',
  '.htm': 'html',
  '.xhtml': 'html',
  '.css': 'css',
  '.scss': 'scss',
  '.sass': 'sass',
  '.less': 'less',
  '.vue': 'vue',
  '.svelte': 'svelte',
  '.astro': 'astro',
  '.md': 'markdown',
  '.markdown': 'markdown',
  '.mdx': 'mdx',
  '.yaml': 'yaml',
  '.yml': 'yaml',
  '.toml': 'toml',
  '.ini': 'ini',
  '.cfg': 'ini',
  '.properties': 'properties',
  '.xml': 'xml',
  '.xsd': 'xml',
  '.svg': 'xml',
  '.csproj': 'xml',
  '.sh': 'shellscript',
  '.bash': 'shellscript',
  '.zsh': 'shellscript',
  '.fish': 'fish',
  '.ps1': 'powershell',
  '.psm1': 'powershell',
  '.bat': 'bat',
  '.cmd': 'bat',
  '.go': 'go',
  '.rs': 'rust',
  '.c': 'c',
  '.h': 'c',
  '.cc': 'cpp',
  '.cpp': 'cpp',
  '.cxx': 'cpp',
  '.hh': 'cpp',
  '.hpp': 'cpp',
  '.hxx': 'cpp',
  '.m': 'objective-c',
  '.mm': 'objective-cpp',
  '.java': 'java',
  '.kt': 'kotlin',
  '.kts': 'kotlin',
  '.scala': 'scala',
  '.groovy': 'groovy',
  '.gradle': 'groovy',
  '.cs': 'csharp',
  '.fs': 'fsharp',
  '.vb': 'vb',
  '.php': 'php',
  '.rb': 'ruby',
  '.rake': 'ruby',
  '.gemspec': 'ruby',
  '.lua': 'lua',
  '.zig': 'zig',
  '.swift': 'swift',
  '.dart': 'dart',
  '.ex': 'elixir',
  '.exs': 'elixir',
  '.erl': 'erlang',
  '.hs': 'haskell',
  '.ml': 'ocaml',
  '.mli': 'ocaml.interface',
  '.clj': 'clojure',
  '.r': 'r',
  '.jl': 'julia',
  '.pl': 'perl',
  '.pm': 'perl',
  '.sql': 'sql',
  '.graphql': 'graphql',
  '.gql': 'graphql',
  '.proto': 'proto',
  '.tf': 'terraform',
  '.nix': 'nix',
  '.cmake': 'cmake',
  '.mk': 'makefile',
  '.dockerfile': 'dockerfile',
  '.tex': 'latex',
  '.rst': 'restructuredtext',
  '.diff': 'diff',
  '.patch': 'diff',
  '.txt': 'plaintext',
};

// The interpreter of a script without an ending, with or without a version number.
const BY_INTERPRETER: Readonly<Record<string, string>> = {
  python: 'python',
  node: 'javascript',
  deno: 'typescript',
  bun: 'typescript',
  tsx: 'typescript',
  'ts-node': 'typescript',
  sh: 'shellscript',
  bash: 'shellscript',
  zsh: 'shellscript',
  dash: 'shellscript',
  ksh: 'shellscript',
  ruby: 'ruby',
  perl: 'perl',
  php: 'php',
  lua: 'lua',
  fish: 'fish',
  pwsh: 'powershell',
};

export const PLAIN_TEXT = 'plaintext';

// `start` is the beginning of the text, asked for only when the name says nothing.
export function languageIdOf(path: string, start = ''): string {
  const name = basename(path).toLowerCase();
  return BY_NAME[name] ?? byPattern(name) ?? BY_EXTENSION[extname(name)] ?? byShebang(start) ?? PLAIN_TEXT;
}

function byPattern(name: string): string | undefined {
  if (/^tsconfig\..*\.json$/.test(name)) return 'jsonc';
  if (/^dockerfile\./.test(name)) return 'dockerfile';
  return /^\.env\./.test(name) ? 'dotenv' : undefined;
}

// #!/usr/bin/python3, #!/usr/bin/env -S node --import tsx
function byShebang(start: string): string | undefined {
  if (!start.startsWith('#!')) return undefined;
  const words = (start.slice(2).split(/[\r\n]/, 1)[0] ?? '').trim().split(/\s+/);
  if (/(^|\/)env$/.test(words[0] ?? '')) {
    words.shift();
    while (words[0] !== undefined && (words[0].startsWith('-') || words[0].includes('='))) words.shift();
  }
  const interpreter = basename(words[0] ?? '').replace(/[\d.]+$/, '');
  return BY_INTERPRETER[interpreter];
}

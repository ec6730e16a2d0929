// The languages whose structure can be searched: a row is a language, with its grammars and the extensions of their files.

export interface Grammar {
  // ast-grep's name of it.
  readonly name: string;
  readonly extensions: readonly string[];
  // What must stand around a call so that it is read as one: alone, `fmt.Println(x)` and `total(x)` could be types or declarations.
  readonly aroundCalls?: { readonly before: string; readonly after: string; readonly node: string };
}

const row = (name: string, ...extensions: readonly string[]): readonly Grammar[] => [{ name, extensions }];

// JSX needs a grammar of its own, because a cast in angle brackets looks like an element.
const TYPESCRIPT: readonly Grammar[] = [...row('ts', '.ts', '.mts', '.cts'), ...row('tsx', '.tsx')];
const JAVASCRIPT = row('js', '.js', '.jsx', '.mjs', '.cjs');

const IN_C = { before: 'void _() { ', after: '; }', node: 'call_expression' };

export const GRAMMARS: Readonly<Record<string, readonly Grammar[]>> = {
  typescript: TYPESCRIPT,
  javascript: JAVASCRIPT,
  python: row('python', '.py', '.pyi'),
  go: [{ name: 'go', extensions: ['.go'], aroundCalls: { before: 'func _() { ', after: ' }', node: 'call_expression' } }],
  rust: row('rust', '.rs'),
  java: row('java', '.java'),
  c: [{ name: 'c', extensions: ['.c', '.h'], aroundCalls: IN_C }],
  cpp: [{ name: 'cpp', extensions: ['.cc', '.cpp', '.cxx', '.hpp', '.hh', '.hxx', '.ino'], aroundCalls: IN_C }],
  csharp: row('csharp', '.cs'),
  kotlin: row('kotlin', '.kt', '.kts'),
  swift: row('swift', '.swift'),
  scala: row('scala', '.scala', '.sc', '.sbt'),
  php: row('php', '.php'),
  ruby: row('ruby', '.rb'),
  lua: row('lua', '.lua'),
  elixir: row('elixir', '.ex', '.exs'),
  haskell: row('haskell', '.hs'),
  nix: row('nix', '.nix'),
  hcl: row('hcl', '.tf', '.tfvars', '.hcl'),
  solidity: row('solidity', '.sol'),
  bash: row('bash', '.sh', '.bash'),
  html: row('html', '.html', '.htm'),
  css: row('css', '.css'),
  json: row('json', '.json'),
  yaml: row('yaml', '.yaml', '.yml'),
};

// Names by which agents call the same language.
const ALIASES: Readonly<Record<string, string>> = {
  ts: 'typescript',
  tsx: 'typescript',
  typescriptreact: 'typescript',
  js: 'javascript',
  jsx: 'javascript',
  javascriptreact: 'javascript',
  py: 'python',
  golang: 'go',
  rs: 'rust',
  'c++': 'cpp',
  'c#': 'csharp',
  kt: 'kotlin',
  rb: 'ruby',
  sh: 'bash',
  shell: 'bash',
  shellscript: 'bash',
  yml: 'yaml',
  hs: 'haskell',
  sol: 'solidity',
  terraform: 'hcl',
  tf: 'hcl',
};

export function grammarsOf(language: string): readonly Grammar[] | undefined {
  const name = language.toLowerCase();
  return GRAMMARS[ALIASES[name] ?? name];
}

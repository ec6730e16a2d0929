// Languages with a small project each and what the server answers about it: asked by fetched.test.ts, printed in docs/languages.md.

export interface ProvenRow {
  // A row of the catalogue; fetched from its registry unless it comes with us.
  readonly server: string;
  // As people write it, and as status names it.
  readonly title: string;
  readonly language: string;
  readonly files: Readonly<Record<string, string>>;
  // The file and the name that the questions are about, and where it is declared; absent where the server knows no declarations.
  readonly ask: { readonly file: string; readonly name: string; readonly declared?: string };
  // Undefined where the server does not offer it.
  readonly references?: readonly string[];
  // Where a new name is written; undefined where the server renames nothing.
  readonly renames?: readonly string[];
  readonly outline?: readonly string[];
  // Undefined where it has nothing to say of the name.
  readonly hover?: RegExp;
  readonly symbol?: string;
  // A text with an error, and what is said of it; undefined where nothing is checked.
  readonly broken?: { readonly text: string; readonly says: RegExp };
  // A further file that uses the name, written by somebody else while the server runs: its use is found, or the answer says that it is not complete.
  readonly later?: { readonly file: string; readonly text: string };
}

export const provenRows: readonly ProvenRow[] = [
  {
    server: 'css',
    title: 'CSS',
    language: 'css',
    files: { 'a.css': ':root {\n  --gap: 4px;\n}\n.list {\n  margin: var(--gap);\n}\n' },
    ask: { file: 'a.css', name: 'gap', declared: 'a.css:2:3' },
    references: ['a.css:2:3', 'a.css:5:15'],
    renames: ['a.css:2:3', 'a.css:5:15'],
    outline: [':root', '.list'],
    broken: { text: '.list { colour: red; }\n', says: /Unknown property/ },
    later: { file: 'later.css', text: '.more { margin: var(--gap); }\n' },
  },
  {
    server: 'css',
    title: 'SCSS',
    language: 'css',
    files: { 'a.scss': '$gap: 4px;\n@mixin box {\n  margin: $gap;\n}\n.list {\n  @include box;\n}\n' },
    ask: { file: 'a.scss', name: 'gap', declared: 'a.scss:1:1' },
    references: ['a.scss:1:1', 'a.scss:3:11'],
    renames: ['a.scss:1:1', 'a.scss:3:11'],
    outline: ['$gap', 'box', '.list'],
    broken: { text: '.list {\n  @include;\n  margin: ;\n}\n', says: /expected/ },
    later: { file: 'later.scss', text: "@use 'a';\n.more {\n  margin: a.$gap;\n}\n" },
  },
  {
    server: 'css',
    title: 'Less',
    language: 'css',
    files: { 'a.less': '@gap: 4px;\n.box() {\n  margin: @gap;\n}\n.list {\n  .box();\n}\n' },
    ask: { file: 'a.less', name: 'gap', declared: 'a.less:1:1' },
    references: ['a.less:1:1', 'a.less:3:11'],
    renames: ['a.less:1:1', 'a.less:3:11'],
    outline: ['@gap', '.box', '.list'],
    broken: { text: '.list {\n  margin: ;\n}\n', says: /expected/ },
    later: { file: 'later.less', text: "@import 'a';\n.more {\n  margin: @gap;\n}\n" },
  },
  {
    server: 'intelephense',
    title: 'PHP',
    language: 'php',
    files: {
      'cart.php': '<?php\nfunction total(array $items): int {\n    return count($items);\n}\n',
      'main.php': "<?php\nrequire 'cart.php';\necho total([1, 2]);\n",
    },
    ask: { file: 'main.php', name: 'total', declared: 'cart.php:2:10' },
    references: ['cart.php:2:10', 'main.php:3:6'],
    outline: ['total'],
    hover: /total\(array \$items\)/,
    symbol: 'total',
    broken: { text: '<?php\necho nowhere(;\n', says: /[Ss]yntax error|[Uu]nexpected/ },
    later: { file: 'later.php', text: '<?php\necho total([3]);\n' },
  },
  {
    server: 'dockerfile-language-server',
    title: 'Dockerfile',
    language: 'dockerfile',
    files: { Dockerfile: 'FROM alpine\nARG VERSION=1\nRUN echo $VERSION\n' },
    ask: { file: 'Dockerfile', name: 'VERSION', declared: 'Dockerfile:2:5' },
    renames: ['Dockerfile:2:5', 'Dockerfile:3:11'],
    outline: ['FROM', 'ARG', 'RUN'],
    hover: /1/,
    broken: { text: 'FROM alpine\nNOTHING here\n', says: /Unknown instruction/ },
  },
  {
    server: 'tombi',
    title: 'TOML',
    language: 'toml',
    files: { 'a.toml': '[package]\nname = "x"\n\n[tool.shop]\nprices = [1, 2]\n' },
    ask: { file: 'a.toml', name: 'prices' },
    references: [],
    outline: ['package', 'tool'],
    hover: /tool\.shop\.prices/,
    broken: { text: '[package]\nname = \n', says: /expected value/ },
    later: { file: 'b.toml', text: 'prices = 1\n' },
  },
  {
    server: 'buf',
    title: 'Protocol Buffers',
    language: 'protobuf',
    files: {
      'buf.yaml': 'version: v2\nlint:\n  except: [PACKAGE_VERSION_SUFFIX]\n',
      'shop/cart.proto': 'syntax = "proto3";\npackage shop;\n\n// What somebody wants to buy.\nmessage Cart {\n  int32 total = 1;\n}\n',
      'shop/main.proto': 'syntax = "proto3";\npackage shop;\n\nimport "shop/cart.proto";\n\nmessage Order {\n  Cart cart = 1;\n}\n',
    },
    ask: { file: 'shop/main.proto', name: 'Cart', declared: 'shop/cart.proto:5:9' },
    references: ['shop/cart.proto:5:9', 'shop/main.proto:7:3'],
    renames: ['shop/cart.proto:5:9', 'shop/main.proto:7:3'],
    outline: ['shop.Cart', 'shop.Cart.total'],
    hover: /What somebody wants to buy/,
    symbol: 'shop.Cart',
    broken: { text: 'syntax = "proto3";\npackage shop;\n\nmessage Order {\n  Nobody cart = 1;\n}\n', says: /cannot find `Nobody`/ },
    later: { file: 'shop/later.proto', text: 'syntax = "proto3";\npackage shop;\n\nimport "shop/cart.proto";\n\nmessage Later {\n  Cart cart = 1;\n}\n' },
  },
  {
    server: 'verible',
    title: 'Verilog, SystemVerilog',
    language: 'systemverilog',
    files: {
      'cart.sv': 'module cart (\n    input logic clk\n);\nendmodule\n',
      'main.sv': 'module main (\n    input logic clk\n);\n  cart basket (.clk(clk));\nendmodule\n',
    },
    ask: { file: 'main.sv', name: 'cart', declared: 'cart.sv:1:8' },
    references: ['cart.sv:1:8', 'main.sv:4:3'],
    renames: ['cart.sv:1:8', 'main.sv:4:3'],
    outline: ['cart'],
    broken: { text: 'module main (\nendmodule\n', says: /syntax error/ },
    later: { file: 'later.sv', text: 'module later (\n    input logic clk\n);\n  cart other (.clk(clk));\nendmodule\n' },
  },
  {
    server: 'fortls',
    title: 'Fortran',
    language: 'fortran',
    files: {
      'cart.f90':
        'module cart\n  implicit none\ncontains\n  integer function total(n)\n    integer, intent(in) :: n\n    total = n\n  end function total\nend module cart\n',
      'main.f90': 'program main\n  use cart\n  implicit none\n  print *, total(2)\nend program main\n',
    },
    ask: { file: 'main.f90', name: 'total', declared: 'cart.f90:4:20' },
    references: ['cart.f90:4:20', 'cart.f90:7:16', 'main.f90:4:12'],
    outline: ['cart'],
    hover: /FUNCTION total\(n\)/,
    symbol: 'total',
    broken: { text: 'program main\n  use cart\n  implicit none\n  integer :: price\n  integer :: price\nend program main\n', says: /declared twice/ },
    later: { file: 'later.f90', text: 'program later\n  use cart\n  implicit none\n  print *, total(3)\nend program later\n' },
  },
  {
    server: 'just-lsp',
    title: 'just',
    language: 'just',
    files: { justfile: 'total := "1"\n\nbuild: test\n    echo {{ total }}\n\ntest:\n    echo done\n' },
    ask: { file: 'justfile', name: 'test', declared: 'justfile:6:1' },
    references: ['justfile:3:8', 'justfile:6:1'],
    renames: ['justfile:3:8', 'justfile:6:1'],
    outline: ['total', 'build', 'test'],
    hover: /echo done/,
    broken: { text: 'build: nowhere\n    echo hello\n', says: /Recipe `nowhere` not found/ },
    later: { file: 'more.just', text: 'all: test\n    echo all\n' },
  },
  {
    server: 'jinja-lsp',
    title: 'Jinja',
    language: 'jinja',
    files: {
      'templates/macros.jinja': '{% macro total(x) %}{{ x }}{% endmacro %}\n',
      'templates/page.jinja': '{% from "macros.jinja" import total %}\n<p>{{ total(1) }}</p>\n',
    },
    ask: { file: 'templates/macros.jinja', name: 'total' },
    references: ['templates/macros.jinja:1:4', 'templates/page.jinja:2:7'],
    outline: ['total'],
    hover: /macro/,
    broken: { text: '{% if %}\n', says: /syntax error/ },
    later: { file: 'templates/later.jinja', text: '{% from "macros.jinja" import total %}\n{{ total(2) }}\n' },
  },
  {
    server: 'prisma-language-server',
    title: 'Prisma',
    language: 'prisma',
    files: {
      'prisma/schema.prisma':
        'datasource db {\n  provider = "sqlite"\n}\n\ngenerator client {\n  provider = "prisma-client-js"\n}\n\nmodel User {\n  id    Int    @id\n  posts Post[]\n}\n',
      'prisma/post.prisma': 'model Post {\n  id     Int  @id\n  user   User @relation(fields: [userId], references: [id])\n  userId Int\n}\n',
    },
    ask: { file: 'prisma/post.prisma', name: 'User', declared: 'prisma/schema.prisma:9:7' },
    references: ['prisma/post.prisma:3:10', 'prisma/schema.prisma:9:7'],
    outline: ['db', 'client', 'User'],
    hover: /model User/,
    broken: { text: 'model Post {\n  id     Int  @id\n  user   Nobody\n}\n', says: /Nobody/ },
    later: {
      file: 'prisma/later.prisma',
      text: 'model Later {\n  id     Int  @id\n  user   User @relation(fields: [userId], references: [id])\n  userId Int\n}\n',
    },
  },
  {
    server: 'cue',
    title: 'CUE',
    language: 'cue',
    files: {
      'cue.mod/module.cue': 'module: "example.com/shop"\nlanguage: version: "v0.9.0"\n',
      'cart.cue': 'package shop\n\n#Total: int\n',
      'main.cue': 'package shop\n\nsum: #Total & 2\n',
    },
    ask: { file: 'main.cue', name: 'Total', declared: 'cart.cue:3:1' },
    references: ['cart.cue:3:1', 'main.cue:3:6'],
    renames: ['cart.cue:3:1', 'main.cue:3:6'],
    outline: ['#Total'],
    later: { file: 'later.cue', text: 'package shop\n\nmore: #Total & 3\n' },
  },
  {
    server: 'svelte-language-server',
    title: 'Svelte',
    language: 'svelte',
    files: {
      'Price.svelte': '<script lang="ts">\n  export let amount: number;\n</script>\n<b>{amount}</b>\n',
      'Cart.svelte': '<script lang="ts">\n  import Price from "./Price.svelte";\n  let sum = 1;\n</script>\n<p>{sum}</p>\n<Price amount={sum} />\n',
    },
    ask: { file: 'Cart.svelte', name: 'sum', declared: 'Cart.svelte:3:7' },
    references: ['Cart.svelte:3:7', 'Cart.svelte:5:5', 'Cart.svelte:6:16'],
    renames: ['Cart.svelte:3:7', 'Cart.svelte:5:5', 'Cart.svelte:6:16'],
    outline: ['script', 'p', 'Price'],
    hover: /let sum: number/,
    broken: { text: '<script lang="ts">\n  let sum: number = "x";\n</script>\n<p>{sum}</p>\n', says: /'string' is not assignable to type 'number'/ },
    later: { file: 'later.ts', text: '// The sum.\nexport const later = 1;\n' },
  },
  {
    server: 'astro-language-server',
    title: 'Astro',
    language: 'astro',
    files: {
      'tsconfig.json': '{}',
      'src/Price.astro': '---\nconst { amount } = Astro.props;\n---\n<b>{amount}</b>\n',
      'src/Cart.astro': '---\nimport Price from "./Price.astro";\nconst sum = 1;\n---\n<p>{sum}</p>\n<Price amount={sum} />\n',
    },
    ask: { file: 'src/Cart.astro', name: 'sum', declared: 'src/Cart.astro:3:7' },
    references: ['src/Cart.astro:3:7', 'src/Cart.astro:5:5', 'src/Cart.astro:6:16'],
    renames: ['src/Cart.astro:3:7', 'src/Cart.astro:5:5', 'src/Cart.astro:6:16'],
    outline: ['p', 'Price', 'sum'],
    hover: /const sum: 1/,
    later: { file: 'src/later.ts', text: '// The sum.\nexport const later = 1;\n' },
  },
];

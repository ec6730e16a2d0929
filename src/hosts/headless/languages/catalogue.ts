// The languages we know: a new one is a folder, or a file of `others`, and a line here.
import { cpp } from './cpp/cpp.ts';
import type { EngineRow } from './engine/engineRow.ts';
import type { Language } from './engine/language/language.ts';
import { eslint } from './eslint/eslint.ts';
import { go } from './go/go.ts';
import { java } from './java/java.ts';
import { csharp } from './others/csharp.ts';
import { dockerfile } from './others/dockerfile.ts';
import { astro } from './others/fetched/astro.ts';
import { cue } from './others/fetched/cue.ts';
import { fortran } from './others/fetched/fortran.ts';
import { jinja } from './others/fetched/jinja.ts';
import { just } from './others/fetched/just.ts';
import { prisma } from './others/fetched/prisma.ts';
import { protobuf } from './others/fetched/protobuf.ts';
import { svelte } from './others/fetched/svelte.ts';
import { systemVerilog } from './others/fetched/systemVerilog.ts';
import { toml } from './others/fetched/toml.ts';
import { kotlin } from './others/kotlin.ts';
import { lua } from './others/lua.ts';
import { php } from './others/php.ts';
import { ruby } from './others/ruby.ts';
import { zig } from './others/zig.ts';
import { python } from './python/python.ts';
import { rust } from './rust/rust.ts';
import { shell } from './shell/shell.ts';
import { components } from './typescript/components/components.ts';
import { typescript } from './typescript/typescript.ts';
import { web } from './web/web.ts';

// Where a name could be two languages' the first has it.
export const languages: readonly Language[] = [
  typescript,
  components,
  python,
  web,
  shell,
  eslint,
  go,
  cpp,
  rust,
  java,
  php,
  ruby,
  csharp,
  kotlin,
  lua,
  zig,
  dockerfile,
  toml,
  protobuf,
  systemVerilog,
  fortran,
  just,
  jinja,
  prisma,
  cue,
  svelte,
  astro,
];

export const catalogue: readonly EngineRow[] = languages.flatMap(({ servers }) => servers);

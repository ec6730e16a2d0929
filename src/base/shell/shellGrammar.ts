// The grammar of the shell as a parser, loaded with the first line that somebody wants read.
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import type { Parser } from 'web-tree-sitter';

let parser: Promise<Parser> | undefined;

export function shellParser(): Promise<Parser> {
  parser ??= loaded();
  return parser;
}

async function loaded(): Promise<Parser> {
  const require = createRequire(import.meta.url);
  const { Language, Parser: ParserOf }: typeof import('web-tree-sitter') = require('web-tree-sitter');
  await ParserOf.init();
  const made = new ParserOf();
  made.setLanguage(await Language.load(grammar(require)));
  return made;
}

// In the extension of VS Code, which must be small, it is packed.
function grammar(require: NodeJS.Require): Uint8Array {
  const name = 'bash-language-server/tree-sitter-bash.wasm';
  const packed = (require.resolve.paths(name) ?? []).map((folder) => join(folder, `${name}.br`)).find((file) => existsSync(file));
  return packed === undefined ? readFileSync(require.resolve(name)) : brotliDecompressSync(readFileSync(packed));
}

// The grammar of the shell as a parser, loaded with the first line that somebody wants read.
import { createRequire } from 'node:module';
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
  made.setLanguage(await Language.load(require.resolve('bash-language-server/tree-sitter-bash.wasm')));
  return made;
}

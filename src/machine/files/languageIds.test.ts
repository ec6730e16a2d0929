// Names and first lines decide the language.
import { expect, test } from 'vitest';
import { languageIdOf } from './languageIds.ts';

test.each([
  ['a/b.ts', '', 'typescript'],
  ['a/b.d.mts', '', 'typescript'],
  ['a/B.TSX', '', 'typescriptreact'],
  ['x.jsx', '', 'javascriptreact'],
  ['x.pyi', '', 'python'],
  ['package.json', '', 'json'],
  ['tsconfig.json', '', 'jsonc'],
  ['tsconfig.build.json', '', 'jsonc'],
  ['tsconfig-base.json', '', 'jsonc'],
  ['jsconfig.web.json', '', 'jsonc'],
  ['deno.json', '', 'jsonc'],
  ['Dockerfile', '', 'dockerfile'],
  ['Dockerfile.dev', '', 'dockerfile'],
  ['Makefile', '', 'makefile'],
  ['.env.local', '', 'dotenv'],
  ['run', '#!/usr/bin/env python3\nprint()', 'python'],
  ['run', '#!/usr/bin/python3.12 -u\n', 'python'],
  ['run', '#!/usr/bin/env -S node --import tsx\n', 'javascript'],
  ['run', '#!/usr/bin/env FOO=1 bash\r\n', 'shellscript'],
  ['run', '#! /bin/sh\n', 'shellscript'],
  ['run', 'plain', 'plaintext'],
  ['x.unknown', '', 'plaintext'],
])('%s %j is %s', (path, start, language) => {
  expect(languageIdOf(path, start)).toBe(language);
});

// Rewrites by ast-grep on real files: text before, text after, and undo brings every byte back.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { realAgentOn } from '../tools/realAgent.ts';

test.each([
  {
    what: 'arguments in another order, whatever the layout, also behind letters outside the alphabet',
    file: 'a.ts',
    before: "const ä = '😀'; assertEqual(actual(),\n  expected, 'why');\n",
    asked: { pattern: 'assertEqual($A, $B, $$$REST)', rewrite: 'expect($A).toBe($B, $$$REST)', language: 'typescript' },
    after: "const ä = '😀'; expect(actual()).toBe(expected, 'why');\n",
  },
  {
    what: 'one of two that lie in each other',
    file: 'a.ts',
    before: 'f(f(1));\n',
    asked: { pattern: 'f($A)', rewrite: 'g($A)', language: 'typescript' },
    after: 'g(f(1));\n',
  },
  {
    what: 'statements deleted',
    file: 'a.js',
    before: 'a();\nconsole.log(1);\nb();\n',
    asked: { pattern: 'console.log($$$A);', rewrite: '', language: 'javascript' },
    after: 'a();\n\nb();\n',
  },
  {
    what: 'Python',
    file: 'a.py',
    before: 'if x == None:\n    pass\n',
    asked: { pattern: '$A == None', rewrite: '$A is None', language: 'python' },
    after: 'if x is None:\n    pass\n',
  },
  {
    what: 'Go, a bare call, in a file with CRLF',
    file: 'a.go',
    before: 'package a\r\n\r\nfunc f() {\r\n\tlog.Print(1)\r\n}\r\n',
    asked: { pattern: 'log.Print($A)', rewrite: 'slog.Info($A)', language: 'go' },
    after: 'package a\r\n\r\nfunc f() {\r\n\tslog.Info(1)\r\n}\r\n',
  },
])('$what', async ({ file, before, asked, after }) => {
  const { agent, close } = await realAgentOn({ [file]: before });
  onTestFinished(close);
  const read = () => readFile(join(agent.ide.project.path, file), 'utf8');
  expect((await agent.call('replace_structure', { ...asked, preview: true })).value).toMatchObject({ applied: false });
  expect(await read()).toBe(before);
  const { value } = await agent.call('replace_structure', asked);
  expect(await read()).toBe(after);
  await agent.call('undo', { change_id: value['changeId'] });
  expect(await read()).toBe(before);
});

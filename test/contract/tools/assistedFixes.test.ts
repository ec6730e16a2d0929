// Fixes that TypeScript 7 does not know yet come from TypeScript 6 beside it, in the same answer.
import { expect, onTestFinished, test } from 'vitest';
import { realAgentOn } from './realAgent.ts';

test('a misspelled member, a missing async and a missing function are fixed by TypeScript 6, a missing import by 7', async () => {
  const { agent, close } = await realAgentOn({
    'tsconfig.json': '{ "compilerOptions": { "strict": true, "module": "nodenext", "target": "es2022", "noEmit": true, "types": [] }, "include": ["src"] }',
    'package.json': '{ "type": "module" }',
    'src/cart.ts': 'export class Cart {\n  total = 1;\n}\nexport const price = new Cart().totl;\nexport function wait() {\n  await missing();\n}\n',
    'src/main.ts': 'export const cart = new Cart();\n',
  });
  onTestFinished(close);
  const { value } = await agent.call('list_quick_fixes', { file: 'src/cart.ts', preview: true });
  expect(value).toMatchObject({
    problems: [
      {
        code: '2551',
        fixes: expect.arrayContaining([
          expect.objectContaining({
            title: "Change spelling to 'total'",
            preferred: true,
            diff: ['@ src/cart.ts:4', '-export const price = new Cart().totl;', '+export const price = new Cart().total;'],
          }),
        ]),
      },
      { code: '1308', fixes: [expect.objectContaining({ title: 'Add async modifier to containing function' })] },
      { code: '2304', fixes: [expect.objectContaining({ title: "Add missing function declaration 'missing'" })] },
    ],
    unmended: 0,
    complete: true,
    engine: expect.stringMatching(/^typescript 7\S+, typescript 6/),
  });
  // Both know this import; it is listed once, by the one that serves the file.
  const { value: main } = await agent.call('list_quick_fixes', { file: 'src/main.ts' });
  const titles = JSON.stringify(main).match(/Add import from/g);
  expect(titles).toHaveLength(1);
});

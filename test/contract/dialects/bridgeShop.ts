// The project that clients of the Copilot bridge are shown in the tests: more of everything than any limit.
// Longer than any limit of an answer.
export const WIDE = 'w'.repeat(30_000);
export const WIDE_NAME = 'n'.repeat(6_000);
export const USES = 700;
export const LINES = 400;
export const long = (length: number, line: (index: number) => string) => Array.from({ length }, (_, index) => line(index)).join('\n');
export const FILES: Readonly<Record<string, string>> = {
  'tsconfig.json': '{ "compilerOptions": { "strict": true, "module": "nodenext", "types": [], "noEmit": true }, "include": ["*.ts"] }\n',
  'package.json': JSON.stringify({
    name: 'shop',
    type: 'module',
    dependencies: { given: '^1.0.0' },
    scripts: { ...Object.fromEntries(Array.from({ length: 120 }, (_, one) => [`task${one}`, `node -p ${one}`])), long: `node -p ${WIDE_NAME}` },
  }),
  'cart.ts': `/**\n${long(LINES, (one) => ` * Line ${one} of what it says.`)}\n */
export function total(prices: number[]): number {
  return prices.reduce((sum, price) => sum + price, 0);
}
export function unused(): number {
  const twice = 2 * 2;
  return twice;
}
export const rate = 3;
export function taxed(): number {
  return rate * 2;
}
`,
  'checkout.ts': `import { total } from './cart.js';\n${long(USES, (one) => `export const price${one} = total([${one}]);`)}\n`,
  'wrong.ts': `${long(600, (one) => `export const wrong${one}: string = ${one};`)}\n`,
  'messy.ts': `import { rate, total } from "./cart.js";\nexport const   one = total( [ 1 ] );\nexport const wide = '${WIDE}';\n`,
  'packages/long/package.json': JSON.stringify({ name: WIDE_NAME }),
  'node_modules/given/package.json': '{ "name": "given", "version": "1.2.3", "types": "index.d.ts" }\n',
  'node_modules/given/index.d.ts': 'export declare const given: 1;\n',
  'loud.ts': `const loud = '${WIDE}';\nexport const size = loud.length;\nconst wideUnused = '${WIDE}';\nexport const moved = '${WIDE}';\n`,
};
export const FIRST = LINES + 3;

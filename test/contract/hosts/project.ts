// One project for every host: a small shop in TypeScript, with a style sheet, some JSON, and a language that VS Code has no extension for.
export const FILES: Readonly<Record<string, string>> = {
  'tsconfig.json': '{ "compilerOptions": { "strict": true, "module": "nodenext", "target": "es2022", "noEmit": true, "allowImportingTsExtensions": true } }\n',
  'package.json': '{ "name": "shop", "version": "1.0.0", "type": "module" }\n',
  'src/cart.ts': `/** Has a price. */
export interface Priced {
  price(): number;
}

/** Something to buy. */
export class Item implements Priced {
  readonly cents: number;
  constructor(cents: number) {
    this.cents = cents;
  }
  price(): number {
    return this.cents;
  }
}

/** Cheaper. */
export class Offer extends Item {
  override price(): number {
    return super.price() - 1;
  }
}

/** Adds up what things cost. */
export function total(items: readonly Priced[]): number {
  return items.reduce((sum, item) => sum + item.price(), 0);
}
`,
  'src/index.ts': "export { Item, Offer, total as sumOf } from './cart.ts';\n",
  'src/checkout.ts': `import { Item, total } from './cart.ts';

export function pay(cents: number): string {
  const items = [new Item(cents)];
  return \`total: \${total(items)}\`;
}

export function payTwice(cents: number): string {
  return pay(cents) + pay(cents);
}
`,
  'src/wrong.ts': "import { pay } from './checkout.ts';\n\nexport const bill: number = pay(3);\n",
  // A project of its own that nobody has opened.
  'tools/tsconfig.json': '{ "extends": "../tsconfig.json", "include": ["*.ts"] }\n',
  'tools/report.ts': "import { total } from '../src/cart.ts';\n\nconsole.log(total([]));\n",
  'style/shop.css': '.cart {\n  color: red;\n}\n\n.total {\n  colr: blue;\n}\n',
  'settings.json': '{\n  "currency": "EUR",\n  "rates": [1, 2]\n}\n',
  'reports/report.py': 'def rows() -> int:\n    return 1\n',
  'notes.md': 'The total of the cart.\n',
};

// The compiler options that TypeScript 7 has removed and TypeScript 6 still follows: what its own errors 5102, 5108 and 6046 name.
import { z } from 'zod';

// True where any value is an error.
const REMOVED: Readonly<Record<string, true | readonly unknown[]>> = {
  baseUrl: true,
  outFile: true,
  downlevelIteration: true,
  target: ['es3', 'es5'],
  module: ['none', 'amd', 'system', 'umd'],
  moduleResolution: ['node', 'node10', 'classic'],
  alwaysStrict: [false],
  esModuleInterop: [false],
  allowSyntheticDefaultImports: [false],
};

const scalar = z.union([z.string(), z.boolean(), z.number()]);

// As people write them: "baseUrl", "target es5".
export function removedOptionsIn(options: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.entries(REMOVED).flatMap(([name, values]) => {
    const { data: value } = scalar.safeParse(options[name]);
    if (value === undefined) return [];
    if (values === true) return [name];
    // TypeScript reads names of targets and modules in any case.
    const plain = typeof value === 'string' ? value.toLowerCase() : value;
    return values.includes(plain) ? [`${name} ${plain}`] : [];
  });
}

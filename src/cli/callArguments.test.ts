// Whether flags become the arguments that the person meant.
import { expect, test } from 'vitest';
import { z } from 'zod';
import { defineMachineTool } from '../tools/tool.ts';
import { argumentsFrom, flagHelp, flagsOf } from './callArguments.ts';

const symbol = z.strictObject({ file: z.string().optional(), line: z.number().int().optional(), name: z.string().describe('Its name.').optional() });

function toolWith(input: z.ZodObject) {
  return defineMachineTool({
    name: 'try_it',
    title: 'Try it',
    description: 'Tries it.',
    effect: 'reads',
    input,
    output: z.object({}),
    run: async () => ({}),
    tell: () => [],
  });
}

const tool = toolWith(
  z.strictObject({
    symbol: symbol.optional(),
    new_name: z.string().describe('The new name.'),
    page_size: z.number().optional(),
    preview: z.boolean().optional(),
    globs: z.array(z.string()).optional(),
    mode: z.enum(['fast', 'whole']).default('fast').describe('How.'),
    filter: z.record(z.string(), z.number()).optional(),
  }),
);

const parsed = (...words: string[]) => argumentsFrom(flagsOf(tool), words);

test.each([
  [['--new-name', 'x'], { new_name: 'x' }],
  [['--new_name=x=y'], { new_name: 'x=y' }],
  [['--newName', 'x'], { new_name: 'x' }],
  [['--page-size', '20'], { page_size: 20 }],
  [['--preview'], { preview: true }],
  [['--no-preview'], { preview: false }],
  [['--preview=false', '--new-name', 'x'], { preview: false, new_name: 'x' }],
  [['--globs', '*.ts', '--globs', '*.py'], { globs: ['*.ts', '*.py'] }],
  [['--globs', '["a","b"]'], { globs: ['a', 'b'] }],
  [['--filter', '{"a":1}'], { filter: { a: 1 } }],
  [['--symbol.name', 'Cart', '--symbol.line', '3'], { symbol: { name: 'Cart', line: 3 } }],
  [['--name', 'Cart/total', '--file', 'a.ts', '--line', '3'], { symbol: { name: 'Cart/total', file: 'a.ts', line: 3 } }],
  [['--symbol', '{"name":"Cart"}'], { symbol: { name: 'Cart' } }],
])('%j', (words, expected) => {
  expect(parsed(...words)).toEqual(expected);
});

test('what is wrong goes on as it was said, so that the server can say what is right', () => {
  expect(parsed('--nmae', 'x', '--page-size', 'many')).toEqual({ nmae: 'x', page_size: 'many' });
});

test('the short form gives way to an argument of the same name', () => {
  const both = toolWith(z.strictObject({ symbol: symbol.optional(), name: z.string().optional() }));
  expect(argumentsFrom(flagsOf(both), ['--name', 'x', '--file', 'a.ts'])).toEqual({ name: 'x', symbol: { file: 'a.ts' } });
});

test('help names every flag as it is typed, with what it takes', () => {
  const help = flagHelp(flagsOf(tool)).map((row) => row.join('  '));
  expect(help).toContain('--new-name <text>  The new name. (required)');
  expect(help).toContain('--name <text>  Its name.');
  expect(help).toContain('--line <number>  ');
  expect(help.join()).not.toContain('--symbol.line');
  expect(help).toContain('--mode <text>  How. (fast, whole; default: fast)');
  expect(help).toContain('--preview  ');
});

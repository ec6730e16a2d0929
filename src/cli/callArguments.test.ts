// Whether flags become the arguments that the person meant.
import { expect, test } from 'vitest';
import { z } from 'zod';
import { defineMachineTool } from '../tools/tool.ts';
import { flagHelp, flagsOf, parsedCall, requiredUsage } from './callArguments.ts';

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

const parsed = (...words: string[]) => parsedCall(flagsOf(tool), words).parameters;

test.each([
  [['--new-name', 'x'], { new_name: 'x' }],
  [['--new_name=x=y'], { new_name: 'x=y' }],
  [['--newName', 'x'], { new_name: 'x' }],
  [['--page-size', '20'], { page_size: 20 }],
  [['--preview'], { preview: true }],
  [['--no-preview'], { preview: false }],
  [['--preview=false', '--new-name', 'x'], { preview: false, new_name: 'x' }],
  [['--preview', 'false', '--new-name', 'x'], { preview: false, new_name: 'x' }],
  [['--preview', 'true'], { preview: true }],
  [['--no-preview', 'true'], { preview: false }],
  [['--preview=maybe'], { preview: 'maybe' }],
  [['--new-name', '--json'], { new_name: '--json' }],
  [['--new-name', 'true', '--preview'], { new_name: 'true', preview: true }],
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
  expect(parsedCall(flagsOf(both), ['--name', 'x', '--file', 'a.ts']).parameters).toEqual({ name: 'x', symbol: { file: 'a.ts' } });
});

test('help names every flag as it is typed, with what it takes', () => {
  const help = flagHelp(flagsOf(tool)).map((row) => row.join('  '));
  expect(help).toContain('--new-name <text>  The new name. (required)');
  expect(help).toContain('--name <text>  Its name.');
  expect(help).toContain('--line <number>  ');
  expect(help.join()).not.toContain('--symbol.line');
  expect(help).toContain('--mode <text>  How. (fast, whole; default: fast)');
  expect(help).toContain('--preview [true|false]  ');
});

test('a flag of ours is an argument where the tool has one of that name', () => {
  const greedy = flagsOf(toolWith(z.strictObject({ args: z.array(z.string()).optional(), json: z.boolean().optional(), project: z.string().optional() })));
  const words = ['--args', '--verbose', '--json', '--project', 'shop'];
  expect(parsedCall(greedy, words)).toEqual({ parameters: { args: ['--verbose'], json: true, project: 'shop' }, own: {} });
  const none = flagsOf(toolWith(z.strictObject({ file: z.string() })));
  expect(parsedCall(none, ['--args', '{"file":"a"}', '--json', '--project=shop'])).toEqual({
    parameters: {},
    own: { args: '{"file":"a"}', json: true, project: 'shop' },
  });
});

test('help says what is required, also of a group that is said in parts', () => {
  const needy = flagsOf(toolWith(z.strictObject({ symbol, new_name: z.string(), preview: z.boolean().optional() })));
  expect(requiredUsage(needy)).toEqual(['--new-name <text>', '--file|--line|--name']);
  expect(flagHelp(needy).map((row) => row.join('  '))).toContain('--name <text>  Its name. (part of the required symbol)');
});

test('a file with another part of a symbol is the file of that symbol, also where the tool takes a whole file instead', () => {
  const deleting = toolWith(z.strictObject({ symbol: symbol.optional(), file: z.string().optional() }));
  const said = (...words: string[]) => parsedCall(flagsOf(deleting), words).parameters;
  expect(said('--file', 'a.ts')).toEqual({ file: 'a.ts' });
  expect(said('--file', 'a.ts', '--name', 'x')).toEqual({ symbol: { file: 'a.ts', name: 'x' } });
  expect(said('--name', 'x', '--file', 'a.ts', '--line', '3')).toEqual({ symbol: { file: 'a.ts', name: 'x', line: 3 } });
  expect(said('--file', 'a.ts', '--symbol.file', 'b.ts', '--name', 'x')).toEqual({ file: 'a.ts', symbol: { file: 'b.ts', name: 'x' } });
});

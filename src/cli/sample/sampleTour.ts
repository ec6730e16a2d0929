// What the sample's agent does: the work of a few minutes with everything that a person can watch, decide and take back.
import { sampleFiles } from './sampleFiles.ts';

export interface TourStep {
  // For the person in the terminal.
  readonly says: string;
  readonly tool: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  // A person is asked; without one it is left out.
  readonly asks?: true;
}

const TAX = 'src/tax.js';
const WRONG = 'cents + RATE';
const RIGHT = 'cents * (1 + RATE)';
const TEST = 'the total has the tax in it';

export const tour: readonly TourStep[] = [
  { says: 'looks who uses Cart.total', tool: 'find_references', parameters: { symbol: { name: 'Cart/total' } } },
  { says: 'runs the tests: one fails', tool: 'run_tests', parameters: {} },
  { says: 'sets a breakpoint', tool: 'set_breakpoint', parameters: { file: TAX, line: 9, temporary: true } },
  { says: 'debugs the failing test', tool: 'debug_test', parameters: { file: 'test/cart.test.js', test: TEST } },
  { says: 'looks at the variables', tool: 'get_variables', parameters: {} },
  { says: 'ends the session', tool: 'stop_debug_session', parameters: {} },
  {
    says: 'fixes the tax',
    tool: 'edit_file',
    parameters: { file: TAX, edits: [{ old_text: WRONG, new_text: RIGHT }] },
  },
  { says: 'runs the tests again', tool: 'run_tests', parameters: {} },
  { says: 'renames total to sum, everywhere', tool: 'rename_symbol', parameters: { symbol: { name: 'Cart/total' }, new_name: 'sum' } },
  { says: 'prints a receipt in a terminal', tool: 'run_in_terminal', parameters: { command: 'node src/main.js' } },
  {
    says: 'asks you about another rate: decide in the window',
    tool: 'open_diff',
    parameters: {
      file: TAX,
      text: withRate('0.21'),
    },
    asks: true,
  },
];

// The file as it is once it was fixed, with another rate.
function withRate(rate: string): string {
  return (sampleFiles[TAX] ?? '').replace('0.19', rate).replace(WRONG, RIGHT);
}

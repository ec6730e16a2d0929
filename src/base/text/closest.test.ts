// Near names are found for the slips that models make, and nothing is suggested for an unknown word.
import { expect, test } from 'vitest';
import { closest } from './closest.ts';

const TOOLS = ['find_references', 'find_definition', 'get_diagnostics', 'read_file'];

test.each([
  ['find_refrences', 'find_references'],
  ['references', 'find_references'],
  ['find_refs', 'find_references'],
  ['FIND_DEFINITION', 'find_definition'],
  ['diagnostics', 'get_diagnostics'],
])('%s means %s', (slip, right) => expect(closest(slip, TOOLS, 3)[0]).toBe(right));

test('suggests nothing for a name that resembles none', () => expect(closest('quux', TOOLS, 3)).toEqual([]));

test('suggests nothing for a text of megabytes', () => expect(closest(`find_references${' '.repeat(4_000_000)}`, TOOLS, 3)).toEqual([]));

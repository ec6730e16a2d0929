// Constants taken out of code, once or wherever the same stands again, in the situations that the compiler's own tests know.
import { fixturesIn } from './fixtures.ts';
import { testTables } from './tables.ts';

testTables([
  ...['Places', 'Time', 'Types', 'Style'].map((theme) => fixturesIn(`extractVariable${theme}`, 'extract_variable', { name: 'part' })),
  fixturesIn('extractVariableEverywhere', 'extract_variable', { name: 'part', all_occurrences: true }),
]);

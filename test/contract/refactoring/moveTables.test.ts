// Declarations moved to another file of TypeScript: the imports there, in the file they leave and in every file that uses them.
import { fixturesIn } from './fixtures.ts';
import { testTables } from './tables.ts';

const TO = { to_file: 'other.ts' };

testTables([fixturesIn('moveImports', 'move_symbol', TO), fixturesIn('moveAssignments', 'move_symbol', TO)], 2);

// Declarations moved to another file of TypeScript: the imports there, in the file they leave and in every file that uses them.
import { fixturesIn } from './fixtures.ts';
import { testTables } from './tables.ts';

const TO = { to_file: 'other.ts' };

const TABLES = ['moveImports', 'moveAssignments', 'moveLoadOrder'];

testTables(
  TABLES.map((name) => fixturesIn(name, 'move_symbol', TO)),
  4,
);

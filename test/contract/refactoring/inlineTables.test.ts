// Variables and functions put where they are used, in one file and across files, in the situations that the compiler's own tests know and more.
import { fixturesIn } from './fixtures.ts';
import { testTables } from './tables.ts';

const THEMES = ['Variable', 'VariableStyle', 'VariableRefused', 'Function', 'FunctionRefused', 'AcrossFiles', 'AcrossImports', 'AcrossLimits'];

testTables(THEMES.map((theme) => fixturesIn(`inline${theme}`, 'inline_symbol')));

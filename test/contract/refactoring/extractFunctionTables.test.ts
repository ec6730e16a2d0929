// Functions taken out of code by TypeScript 6, in the situations that the compiler's own tests know.
import { fixturesIn } from './fixtures.ts';
import { testTables } from './tables.ts';

const THEMES = ['Results', 'Bindings', 'Exits', 'Parameters', 'Flow', 'Frames', 'Places', 'Style', 'Javascript'];

testTables(THEMES.map((theme) => fixturesIn(`extractFunction${theme}`, 'extract_function', { name: 'part' })));

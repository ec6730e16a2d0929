// npm run prove: compares us with bare engines, proves that changes survive, and that refactorings of real code break nothing.
// Flags: --seed 1, --symbols 40, --only answers|changes|breakpoints|refactorings|affected|ordinary, --changes 3, --json.
import { importTypescript } from '../../scripts/typescript.mjs';

const { prove } = await importTypescript('bench/prove/main.ts');
process.exit(await prove(process.argv.slice(2)));

// npm run prove [-- --seed 1] [-- --symbols 40] [-- --only answers|changes] [-- --json]: compares us with bare engines, and proves that changes survive.
import { importTypescript } from '../../scripts/typescript.mjs';

const { prove } = await importTypescript('bench/prove/main.ts');
process.exit(await prove(process.argv.slice(2)));

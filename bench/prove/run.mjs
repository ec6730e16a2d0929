// npm run prove [-- --seed 1] [-- --symbols 40] [-- --only answers|changes] [-- --json]: compares the built program with the bare engines
// on two large repositories, and proves that changes survive kills and crowds.
import { importTypescript } from '../../scripts/typescript.mjs';

const { prove } = await importTypescript('bench/prove/main.ts');
process.exit(await prove(process.argv.slice(2)));

// npm run bench [-- --json] [-- --only start,warm]: measures the built program.
import { importTypescript } from '../scripts/typescript.mjs';

const { bench } = await importTypescript('bench/main.ts');
process.exit(await bench(process.argv.slice(2)));

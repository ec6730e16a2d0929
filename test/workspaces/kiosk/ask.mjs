import { createInterface } from 'node:readline';
import { price } from './price.mjs';

const terminal = createInterface({ input: process.stdin, output: process.stdout });
terminal.question('What would you like? ', (name) => {
  console.log(`That is ${price(name.trim())} cents.`);
  terminal.question('Anything else? ', () => {});
});

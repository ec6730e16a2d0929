// The TypeScript that a project has installed, as a program that checks planned texts: one question in a line of its input, one answer in a line of its output.
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import type ts from 'typescript';
import { Checker, type CheckRequest } from './checker.ts';

const [library = ''] = process.argv.slice(2);
const typescript: typeof ts = createRequire(library)(library);
const checker = new Checker(typescript);

createInterface({ input: process.stdin }).on('line', (line) => {
  const question: CheckRequest & { readonly id: number } = JSON.parse(line);
  process.stdout.write(`${JSON.stringify({ id: question.id, ...answered(question) })}\n`);
});

// A compiler may fail on code that is only planned; then it has said nothing about it.
function answered(question: CheckRequest): object {
  try {
    return checker.answer(question);
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) };
  }
}

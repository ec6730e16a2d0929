// What Go has against an expression, before any program runs: its own parser is asked, which comes with every Go as gofmt.
import { goProblem } from '../../../source/goExpression.ts';
import { goFolders, pathOfProgram } from '../../programs/machinePrograms.ts';
import type { AdapterPlace } from '../adapters/adapterRow.ts';

export async function goExpressionProblem(expression: string, { parses }: AdapterPlace): Promise<string | undefined> {
  const gofmt = pathOfProgram({ program: 'gofmt', alsoIn: (environment) => [...goFolders(environment), '/usr/local/go/bin'] });
  // Delve's own word, in front of what the language knows.
  const bare = expression.replace(/^\s*call\s+(?=\S)/, '');
  const said = gofmt === undefined ? undefined : await parses(gofmt, ['-e'], `package p\n\nvar _ = (${bare})\n`);
  // Without it, what its signs and words say.
  if (said === undefined) return goProblem(expression);
  const [, why] = /^<standard input>:\d+:\d+: (.*)$/m.exec(said) ?? [];
  return why;
}

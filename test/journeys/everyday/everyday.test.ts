// Does an agent's ordinary day work in each language? Understand, fix, rename, move, format, commit and serve, judged by the compiler, the tests, git and the port.
import { execFileSync } from 'node:child_process';
import { test } from 'vitest';
import { needs } from '../../support/testTools.ts';
import { everydayLanguages, languages } from './languages.ts';
import { play } from './play.ts';

for (const name of everydayLanguages)
  test(`the ordinary day of a project in ${name}`, async (context) => {
    for (const program of languages[name].programs) {
      try {
        execFileSync(program, [program === 'go' ? 'version' : '--version'], { stdio: 'ignore' });
      } catch {
        context.skip(`${program} is not on this machine, and comes from no registry`);
      }
    }
    await play(name, (tool) => needs(context, tool));
  });

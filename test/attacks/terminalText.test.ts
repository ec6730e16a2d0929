// A repository and an agent write what a person's terminal would obey; the person looks at the history, and calls a tool.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Agent } from '../faults/agent.ts';
import { shopIn } from '../faults/machine.ts';
import { binnacle, temporaryHome } from '../support/builtProgram.ts';
import { terminalWith } from '../support/terminal.ts';

const TITLE = '\u001b]0;pwned\u0007';
const CLEAR = '\u009b2J';
const REORDERED = '\u202e';

test('what others wrote is shown in a terminal, and obeyed by none', async (context) => {
  await using home = await temporaryHome();
  const shop = await shopIn(home);
  await writeFile(join(shop, 'bad.ts'), `// ${TITLE}${CLEAR}${REORDERED}\nexport const bad = 1;\n`);
  await using agent = await Agent.connected(home, shop);
  await agent.call('read_file', { file: `bad${TITLE}${CLEAR}${REORDERED}.ts` });
  for (const command of [
    ['history'],
    ['history', '--json'],
    ['history', '--csv'],
    ['call', 'read_file', '--file', 'bad.ts'],
    ['call', 'read_file', '--file', 'bad.ts', '--json'],
    ['call', 'read_file', '--file', `${TITLE}${REORDERED}`],
  ]) {
    await using terminal = await terminalWith(context, [process.execPath, binnacle, ...command], { folder: shop, environment: home.environment });
    await terminal.ended();
    const raw = terminal.raw();
    expect(raw, command.join(' ')).toMatch(/pwned/);
    expect(
      [TITLE, '\u001b]0;', CLEAR, '\u009b', REORDERED].filter((each) => raw.includes(each)),
      command.join(' '),
    ).toEqual([]);
  }
});

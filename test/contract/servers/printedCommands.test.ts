// Whether the commands that are printed can be typed on this machine: each begins with a program that is here, or says what to get first.
import { expect, test } from 'vitest';
import { catalogue } from '../../../src/hosts/headless/languages/catalogue.ts';
import { pathOfProgram } from '../../../src/machine/programs/machinePrograms.ts';
import { REINSTALL } from '../../../src/machine/programs/ourEngines.ts';

// Ours, which stands beside the printed line, and words in front of what a person has to get first.
const KNOWN = /^(?:binnacle|su|install .*, then: |put )/;

test.each(catalogue.flatMap(({ id, install }) => (install === REINSTALL ? [] : [[id, typeof install === 'string' ? install : install()] as const])))(
  '%s: %s',
  (_, line) => {
    for (const command of KNOWN.test(line) ? [] : line.split(' && ')) {
      const [first = '', second = ''] = command.split(' ');
      const program = ['sudo', 'doas'].includes(first) ? second : first;
      expect(KNOWN.test(command) || pathOfProgram({ program }) !== undefined, command).toBe(true);
      // Whoever is root needs no help, and many such machines have none.
      if (process.getuid?.() === 0) expect(command).not.toMatch(/^sudo/);
    }
  },
);

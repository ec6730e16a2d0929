// How a person runs something again: by the tool and with the arguments that it was started with.
import { z } from 'zod';
import type { WantedRun } from '../../ide/doors/running.ts';
import type { WantedTests } from '../../ide/doors/testing.ts';
import { invalidArguments } from '../../ide/errors/errors.ts';
import type { Project } from '../../ide/ide.ts';
import { fileOf } from '../../tools/words/place.ts';
import type { MethodHandlers } from '../sources.ts';
import type { ProjectThings } from '../topics/projectThings.ts';
import { idShape, method } from './method.ts';
import { runNamed } from './runs.ts';

interface Again {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

// Done here: what a run was started with may hold secrets, such as its environment, and they do not leave the daemon.
export function againMethods(things: ProjectThings): MethodHandlers<'run.again'> {
  return {
    'run.again': method('run.again', z.strictObject({ id: idShape }), async ({ id }, { call }) => {
      const { project, program, tests } = runNamed(things, id);
      const again = program?.wanted !== undefined ? programAgain(program.wanted) : tests?.wanted !== undefined ? testsAgain(project, tests.wanted) : undefined;
      if (again === undefined)
        throw invalidArguments('run.again', ['what this run was started with is not known any more: start it as it was started first'], ['id']);
      await call(again.tool, again.arguments, project.path);
      return {};
    }),
  };
}

// run_command ends what takes longer; a person has a button for that.
const LONGEST_COMMAND = 840;

function programAgain({ command, folder, environment, input, configuration, given }: WantedRun): Again {
  if (configuration !== undefined) return { tool: 'run_configuration', arguments: { name: configuration, ...given } };
  const [program = '', ...args] = 'words' in command ? command.words : [];
  return {
    tool: 'run_command',
    arguments: {
      ...('line' in command ? { command: command.line } : { command: program, args }),
      ...(folder !== undefined && { cwd: folder }),
      ...(environment !== undefined && { env: environment }),
      ...(input !== undefined && { input }),
      timeout: LONGEST_COMMAND,
    },
  };
}

function testsAgain(project: Project, { which, name, runner, coverage }: WantedTests): Again {
  return {
    tool: 'run_tests',
    arguments: {
      target: which.kind === 'files' ? fileOf(project, which.uris[0] ?? '') : which.kind,
      ...(name !== undefined && { test: name }),
      ...(runner !== undefined && { runner }),
      ...(coverage && { coverage }),
    },
  };
}

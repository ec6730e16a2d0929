// Python: basedpyright, what it forgets, and what is built beside it.
import { NODE_ENVIRONMENT, REINSTALL } from '../../../../machine/programs/ourEngines.ts';
import { installedFile } from '../engine/installed.ts';
import { sitePackages } from '../engine/installedPackages.ts';
import type { Language } from '../engine/language/language.ts';
import { Basedpyright } from './basedpyright.ts';
import { pythonConstructor } from './pythonConstructors.ts';
import { pythonOverrides } from './pythonOverrides.ts';

export const python: Language = {
  name: 'Python',
  servers: [
    {
      id: 'basedpyright',
      language: 'python',
      languages: [{ id: 'python', extensions: ['.py', '.pyi'] }],
      rootMarkers: ['pyrightconfig.json', 'pyproject.toml'],
      alsoReads: ['pyrightconfig.json', 'pyproject.toml', 'py.typed'],
      origin: { npm: 'basedpyright' },
      // PYTHONSAFEPATH: it asks the interpreter for its search paths in the project's folder, where a json.py would be imported and run.
      command: () => ({
        program: process.execPath,
        args: [installedFile('basedpyright', 'langserver.index.js'), '--stdio'],
        environment: { ...NODE_ENVIRONMENT, PYTHONSAFEPATH: '1' },
      }),
      install: REINSTALL,
      untrustedProject: 'It would run the interpreter of a virtual environment in the project; an untrusted one gets an interpreter that does not exist.',
      diagnosesClosedFiles: true,
      findsFilesOnDisk: true,
      plansAsChanges: true,
      infersInOrder: true,
      checksCopies: true,
      findsSymbols: true,
      installMarks: sitePackages,
      // A new search for references makes it drop the one before, which then answers with what it had.
      oneAtATime: ['textDocument/references', 'textDocument/implementation', 'textDocument/rename'],
      moves: 'edited',
      signatures: { language: 'python', constructorFamily: pythonConstructor },
      builds: {
        kinds: ['extractFunction', 'extractVariable', 'inline', 'move'],
        build: async (building) => (await import('./refactorings/pythonBuilder.ts')).buildPython(building),
      },
      middleware: (session) => new Basedpyright(session),
      whole: pythonOverrides,
    },
  ],
};

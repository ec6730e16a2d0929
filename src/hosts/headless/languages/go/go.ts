// Go: gopls, and what is built beside it.
import { variable } from '../../../../base/processes/environment.ts';
import { whyNothingRuns } from '../../../../ide/execution.ts';
import { goInstall } from '../../../../machine/programs/installCommands.ts';
import { goFolders } from '../../../../machine/programs/machinePrograms.ts';
import type { Language } from '../engine/language/language.ts';
import { installedByPeople } from '../engine/language/usualServers.ts';
import { isInNamelessInterface } from './goInterfaces.ts';
import { Gopls } from './gopls.ts';
import { methodsOfInterfaces } from './goRenames.ts';

export const go: Language = {
  name: 'Go',
  servers: [
    {
      ...installedByPeople,
      id: 'gopls',
      language: 'go',
      languages: [{ id: 'go', extensions: ['.go'] }],
      rootMarkers: ['go.work', 'go.mod'],
      alsoReads: ['go.mod', 'go.sum', 'go.work'],
      origin: { program: 'gopls', versionArguments: ['version'], alsoIn: goFolders },
      // It keeps as much garbage as it holds data: half of that takes a third of its memory away and, measured on a first load, no time.
      command: (program, project) => ({
        program,
        args: ['serve'],
        environment: { GOGC: variable('GOGC') ?? '50', ...(whyNothingRuns(project) === undefined ? {} : NOTHING_FOREIGN) },
      }),
      install: () => goInstall('golang.org/x/tools/gopls', GOPLS),
      untrustedProject: 'It asks the go command about packages; for an untrusted project without cgo, without another toolchain and without the network.',
      // Without a delay it pushes only what it has analysed too, so that whoever has been pushed a problem can ask what fixes it.
      // Links to a public site would be wrong for packages of one's own, and long.
      takenNames: 'refused',
      moves: 'none in a folder',
      initializationOptions: { pullDiagnostics: true, diagnosticsDelay: '0s', linksInHover: false },
      signatures: { language: 'go', isNameless: isInNamelessInterface },
      checksCopies: true,
      builds: {
        kinds: ['extractFunction', 'extractVariable', 'inline', 'move'],
        build: async (building) => (await import('./refactorings/goBuilder.ts')).buildGo(building),
      },
      middleware: (session) => new Gopls(session),
      whole: { relatives: methodsOfInterfaces },
    },
  ],
};

const GOPLS = {
  'v0.23.0': '1.26',
  'v0.21.1': '1.25',
  'v0.20.0': '1.24.2',
  'v0.18.1': '1.23.4',
  'v0.17.1': '1.23.1',
  'v0.16.2': '1.19',
  'v0.15.3': '1.18',
};

// What the go command could run or fetch because a project says so.
const NOTHING_FOREIGN = { CGO_ENABLED: '0', GOTOOLCHAIN: 'local', GOPROXY: 'off', GOFLAGS: '-mod=readonly' };

// CUE, by a server that is fetched on need.
import type { Language } from '../../engine/language/language.ts';
import { fetchedOnNeed } from './fetchedOnNeed.ts';

export const cue: Language = {
  name: 'CUE',
  servers: [
    {
      ...fetchedOnNeed,
      id: 'cue',
      language: 'cue',
      languages: [{ id: 'cue', extensions: ['.cue'] }],
      rootMarkers: ['cue.mod'],
      origin: { program: 'cue', versionArguments: ['version'] },
      // Modules that are missing would be fetched.
      command: (program) => ({ program, args: ['lsp', 'serve'], environment: { CUE_REGISTRY: 'none' } }),
      install: 'go install cuelang.org/go/cmd/cue@latest',
      // It publishes problems only, so that silence means that a file is right or that it is not done.
      cannotDiagnose: () => 'CUE was not checked: its server says nothing of a file that is right. To check it: cue vet.',
      untrustedProject: 'It evaluates CUE, which runs nothing, and fetches nothing.',
    },
  ],
};

// Recipes of just, by a server that is fetched on need.
import type { Language } from '../../engine/language/language.ts';
import { fetchedOnNeed } from './fetchedOnNeed.ts';

export const just: Language = {
  name: 'just',
  servers: [
    {
      ...fetchedOnNeed,
      id: 'just-lsp',
      language: 'just',
      languages: [{ id: 'just', extensions: ['justfile', 'Justfile', '.just'] }],
      origin: { program: 'just-lsp', versionArguments: ['--version'] },
      command: (program) => ({ program, args: [] }),
      install: 'pip install just-lsp',
      untrustedProject: 'It parses recipes; it would run one only on a command, which is never sent.',
    },
  ],
};

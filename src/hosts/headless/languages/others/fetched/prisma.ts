// Schemas of Prisma, by a server that is fetched on need.
import type { Language } from '../../engine/language/language.ts';
import { crossChecked, fetchedOnNeed } from './fetchedOnNeed.ts';

export const prisma: Language = {
  name: 'Prisma',
  servers: [
    {
      ...fetchedOnNeed,
      ...crossChecked({
        // It ends where there is none.
        configuration: () => ({}),
        readsOnce: true,
        renamesWrongly: 'the server of Prisma edits the wrong one of several files. search_text finds all its places.',
      }),
      id: 'prisma-language-server',
      language: 'prisma',
      languages: [{ id: 'prisma', extensions: ['.prisma'] }],
      origin: { program: 'prisma-language-server' },
      command: (program) => ({ program, args: ['--stdio'] }),
      install: 'npm install -g @prisma/language-server',
      untrustedProject: 'It parses schemas with its own engine and runs nothing.',
    },
  ],
};

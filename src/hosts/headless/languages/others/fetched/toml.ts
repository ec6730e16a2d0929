// TOML, by a server that is fetched on need.
import type { Language } from '../../engine/language/language.ts';
import { crossChecked, fetchedOnNeed } from './fetchedOnNeed.ts';

export const toml: Language = {
  name: 'TOML',
  servers: [
    {
      ...fetchedOnNeed,
      ...crossChecked({ answersEarly: true }),
      id: 'tombi',
      language: 'toml',
      languages: [{ id: 'toml', extensions: ['.toml'] }],
      alsoReads: ['tombi.toml'],
      origin: { program: 'tombi', versionArguments: ['--version'] },
      // What it reads of schemas it would fetch.
      command: (program) => ({ program, args: ['lsp', '--offline'] }),
      install: 'pip install tombi',
      untrustedProject: 'It parses TOML and runs nothing; it is started offline.',
    },
  ],
};

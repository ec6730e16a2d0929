// Templates of Jinja, by a server that is fetched on need.
import type { Language } from '../../engine/language/language.ts';
import { crossChecked, fetchedOnNeed } from './fetchedOnNeed.ts';

export const jinja: Language = {
  name: 'Jinja',
  servers: [
    {
      ...fetchedOnNeed,
      ...crossChecked({ readsOnce: true }),
      id: 'jinja-lsp',
      language: 'jinja',
      languages: [{ id: 'jinja', extensions: ['.jinja', '.jinja2', '.j2'] }],
      alsoReads: ['jinja.toml'],
      origin: { program: 'jinja-lsp', versionArguments: ['--version'] },
      command: (program) => ({ program, args: [] }),
      install: 'pip install jinja-lsp',
      untrustedProject: 'It parses templates and runs nothing.',
    },
  ],
};

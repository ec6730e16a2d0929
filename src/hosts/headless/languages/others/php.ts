// PHP, by a server that a person installs.
import type { Language } from '../engine/language/language.ts';
import { installedByPeople } from '../engine/language/usualServers.ts';
import { Intelephense } from './intelephense.ts';

export const php: Language = {
  name: 'PHP',
  servers: [
    {
      ...installedByPeople,
      id: 'intelephense',
      language: 'php',
      languages: [{ id: 'php', extensions: ['.php', '.phtml'] }],
      rootMarkers: ['composer.json'],
      origin: { program: 'intelephense' },
      command: (program) => ({ program, args: ['--stdio'] }),
      install: 'npm install -g intelephense',
      untrustedProject: 'It parses PHP and runs nothing.',
      middleware: (session) => new Intelephense(session),
    },
  ],
};

// Dockerfile, by a server that is fetched on need.
import type { Language } from '../engine/language/language.ts';
import { installedByPeople } from '../engine/language/usualServers.ts';

export const dockerfile: Language = {
  name: 'Dockerfile',
  servers: [
    {
      ...installedByPeople,
      id: 'dockerfile-language-server',
      language: 'dockerfile',
      languages: [{ id: 'dockerfile', extensions: ['Dockerfile', '.dockerfile', 'Containerfile'] }],
      // It knows one file at a time.
      findsSymbols: false,
      origin: { program: 'docker-langserver' },
      command: (program) => ({ program, args: ['--stdio'] }),
      install: 'npm install -g dockerfile-language-server-nodejs',
      isOptional: true,
      untrustedProject: 'It parses Dockerfiles and runs nothing.',
    },
  ],
};

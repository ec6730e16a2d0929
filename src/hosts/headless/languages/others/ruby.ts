// Ruby, by a server that a person installs.
import { toolchainCommand } from '../../../../machine/programs/installCommands.ts';
import type { Language } from '../engine/language/language.ts';
import { installedByPeople } from '../engine/language/usualServers.ts';

export const ruby: Language = {
  name: 'Ruby',
  servers: [
    {
      ...installedByPeople,
      isUnproven: true,
      id: 'ruby-lsp',
      language: 'ruby',
      languages: [{ id: 'ruby', extensions: ['.rb', '.rake', '.gemspec', 'Gemfile', 'Rakefile'] }],
      rootMarkers: ['Gemfile'],
      alsoReads: ['Gemfile.lock'],
      origin: { program: 'ruby-lsp', versionArguments: ['--version'] },
      command: (program) => ({ program, args: [] }),
      install: () => toolchainCommand('gem', 'install ruby-lsp'),
      untrustedProject: { refused: 'ruby-lsp runs the Gemfile and the add-ons of its gems.' },
    },
  ],
};

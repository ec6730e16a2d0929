// Zig, by a server that a person installs.
import { installCommand } from '../../../../machine/programs/installCommands.ts';
import type { Language } from '../engine/language/language.ts';
import { installedByPeople } from '../engine/language/usualServers.ts';

export const zig: Language = {
  name: 'Zig',
  servers: [
    {
      ...installedByPeople,
      isUnproven: true,
      id: 'zls',
      language: 'zig',
      languages: [{ id: 'zig', extensions: ['.zig', '.zon'] }],
      rootMarkers: ['build.zig'],
      origin: { program: 'zls', versionArguments: ['--version'] },
      command: (program) => ({ program, args: [] }),
      install: () =>
        installCommand({ pacman: 'zls', apk: 'zls', brew: 'zls', scoop: 'zls', otherwise: 'put zls, in the version of your zig, of its releases on the PATH' }),
      untrustedProject: { refused: 'zls runs build.zig.' },
    },
  ],
};

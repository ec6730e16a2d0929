// Zig, by a server that a person installs.
import { byPlatform } from '../../../../machine/programs/machinePrograms.ts';
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
      install: byPlatform({ linux: 'brew install zls', darwin: 'brew install zls', win32: 'scoop install zls' }),
      untrustedProject: { refused: 'zls runs build.zig.' },
    },
  ],
};

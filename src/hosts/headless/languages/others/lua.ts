// Lua, by a server that a person installs.
import { byPlatform } from '../../../../machine/programs/machinePrograms.ts';
import type { Language } from '../engine/language/language.ts';
import { installedByPeople } from '../engine/language/usualServers.ts';

export const lua: Language = {
  name: 'Lua',
  servers: [
    {
      ...installedByPeople,
      isUnproven: true,
      id: 'lua-language-server',
      language: 'lua',
      languages: [{ id: 'lua', extensions: ['.lua'] }],
      rootMarkers: ['.luarc.json'],
      alsoReads: ['.luarc.json'],
      origin: { program: 'lua-language-server', versionArguments: ['--version'] },
      command: (program) => ({ program, args: [] }),
      install: byPlatform({
        linux: 'brew install lua-language-server',
        darwin: 'brew install lua-language-server',
        win32: 'scoop install lua-language-server',
      }),
      untrustedProject: { refused: 'lua-language-server runs the plugins that a .luarc.json names.' },
    },
  ],
};

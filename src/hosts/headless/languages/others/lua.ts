// Lua, by a server that a person installs.
import { installCommand } from '../../../../machine/programs/installCommands.ts';
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
      install: () =>
        installCommand({
          pacman: 'lua-language-server',
          apk: 'lua-language-server',
          brew: 'lua-language-server',
          scoop: 'lua-language-server',
          otherwise: 'put lua-language-server of its releases on the PATH',
        }),
      untrustedProject: { refused: 'lua-language-server runs the plugins that a .luarc.json names.' },
    },
  ],
};

// C#, by a server that a person installs.
import { toolchainCommand } from '../../../../machine/programs/installCommands.ts';
import { dotnetFolders } from '../../../../machine/programs/machinePrograms.ts';
import type { Language } from '../engine/language/language.ts';
import { installedByPeople } from '../engine/language/usualServers.ts';

export const csharp: Language = {
  name: 'C#',
  servers: [
    {
      ...installedByPeople,
      isUnproven: true,
      id: 'csharp-ls',
      language: 'c#',
      languages: [{ id: 'csharp', extensions: ['.cs'] }],
      rootMarkers: ['.sln', '.csproj'],
      knowsWith: { files: ['.csproj', '.sln', '.slnx'], remedy: 'Make one with dotnet new.' },
      alsoReads: ['.sln', '.csproj'],
      origin: { program: 'csharp-ls', versionArguments: ['--version'], alsoIn: dotnetFolders },
      command: (program) => ({ program, args: [] }),
      install: () => toolchainCommand('dotnet', 'tool install --global csharp-ls'),
      untrustedProject: { refused: 'csharp-ls evaluates the project with MSBuild, which runs its tasks.' },
    },
  ],
};

// Kotlin, by a server that a person installs.
import { installCommand } from '../../../../machine/programs/installCommands.ts';
import type { Language } from '../engine/language/language.ts';
import { installedByPeople } from '../engine/language/usualServers.ts';

export const kotlin: Language = {
  name: 'Kotlin',
  servers: [
    {
      ...installedByPeople,
      isUnproven: true,
      id: 'kotlin-language-server',
      language: 'kotlin',
      languages: [{ id: 'kotlin', extensions: ['.kt', '.kts'] }],
      rootMarkers: ['build.gradle.kts', 'build.gradle', 'pom.xml'],
      knowsWith: { files: ['build.gradle.kts', 'build.gradle', 'pom.xml'], remedy: 'Make one with gradle init.' },
      alsoReads: ['.gradle', 'pom.xml', '.java'],
      origin: { program: 'kotlin-language-server', versionArguments: ['--version'] },
      command: (program) => ({ program, args: [] }),
      install: () =>
        installCommand({
          brew: 'kotlin-language-server',
          scoop: 'kotlin-language-server',
          otherwise: 'put kotlin-language-server of its releases on the PATH',
        }),
      untrustedProject: { refused: 'kotlin-language-server runs the build scripts of Gradle.' },
    },
  ],
};

// Java, by the server of Eclipse.
import { byPlatform } from '../../../../machine/programs/machinePrograms.ts';
import type { Language } from '../engine/language/language.ts';
import { installedByPeople } from '../engine/language/usualServers.ts';

export const java: Language = {
  name: 'Java',
  servers: [
    {
      ...installedByPeople,
      id: 'jdtls',
      language: 'java',
      languages: [{ id: 'java', extensions: ['.java'] }],
      rootMarkers: ['pom.xml', 'build.gradle', 'build.gradle.kts'],
      knowsWith: { files: ['pom.xml', 'build.gradle', 'build.gradle.kts', '.classpath'], remedy: 'Make one with mvn archetype:generate or gradle init.' },
      alsoReads: ['pom.xml', '.gradle', '.gradle.kts', '.kt'],
      origin: { program: 'jdtls' },
      command: (program) => ({ program, args: [] }),
      install: byPlatform({ linux: 'brew install jdtls', darwin: 'brew install jdtls', win32: 'scoop install jdtls' }),
      untrustedProject: { refused: 'jdtls runs the build scripts of Gradle and the plugins of Maven.' },
    },
  ],
};

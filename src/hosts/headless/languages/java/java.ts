// Java, by the server of Eclipse: jdt.ls, which Maven and Gradle projects are imported into, and plain folders linked.
import { byPlatform } from '../../../../machine/programs/machinePrograms.ts';
import { installedJdks } from '../../../../machine/toolchains/jdks.ts';
import type { Language } from '../engine/language/language.ts';
import { installedByPeople } from '../engine/language/usualServers.ts';
import { javaOptions, newStart } from './javaStarts.ts';
import { Jdtls } from './jdtls.ts';
import { javaFor, jdtlsCommand, OLDEST_JAVA } from './jdtlsProgram.ts';

// Where there is no npm, which has it.
const BY_HAND = 'put jdtls on the PATH, as https://github.com/eclipse-jdtls/eclipse.jdt.ls#installation says';

export const java: Language = {
  name: 'Java',
  servers: [
    {
      ...installedByPeople,
      id: 'jdtls',
      language: 'java',
      languages: [{ id: 'java', extensions: ['.java'] }],
      rootMarkers: ['pom.xml', 'build.gradle', 'build.gradle.kts'],
      alsoReads: ['pom.xml', '.gradle', '.gradle.kts', '.kt', 'gradle.properties', '.versions.toml', 'maven.config', 'extensions.xml'],
      origin: { program: 'jdtls' },
      command: (program, project) => {
        const { jdks, workspace } = newStart(project);
        const jdk = javaFor(jdks);
        if (jdk === undefined) throw new TypeError('there is no Java for jdtls, which was asked before');
        return jdtlsCommand(program, jdk, workspace);
      },
      needs: javaMissing,
      install: byPlatform({ linux: BY_HAND, darwin: 'brew install jdtls', win32: 'scoop install jdtls' }),
      untrustedProject: 'The build of an untrusted project is not imported: only its sources are read.',
      findsFilesOnDisk: true,
      initializationOptions: javaOptions,
      actionKinds: ['refactor', 'refactor.inline', 'source', 'source.organizeImports'],
      moves: 'edited',
      builds: {
        kinds: ['extractFunction', 'extractVariable', 'inline', 'move', 'changeSignature'],
        build: async (building) => (await import('./refactorings/javaBuilder.ts')).buildJava(building),
      },
      middleware: (session) => new Jdtls(session),
    },
  ],
};

function javaMissing() {
  const jdks = installedJdks();
  if (javaFor(jdks) !== undefined) return undefined;
  const [newest] = [...jdks].sort((a, b) => b.version - a.version);
  return {
    why: `jdtls runs on Java ${OLDEST_JAVA} or newer, and ${newest === undefined ? 'this machine has no JDK' : `the newest JDK of this machine is ${newest.version}`}.`,
    remedy: `Install a JDK of version ${OLDEST_JAVA} or newer, or name its folder in JAVA_HOME. The project may go on using an older one.`,
  };
}

// How jdt.ls is set up: it writes nothing into the project and runs a build's scripts only where that may be.

import { realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import { pathOfProgram } from '../../../../machine/programs/machinePrograms.ts';
import type { Jdk } from '../../../../machine/toolchains/jdks.ts';

export interface JavaSettings {
  readonly [key: string]: unknown;
}

export function javaSettings(jdks: readonly Jdk[], imports: boolean): JavaSettings {
  const [standard] = jdks;
  return {
    java: {
      // Its compiler writes where Maven and Gradle do, also what does not compile, and they would take that for their own work.
      autobuild: { enabled: false },
      configuration: {
        // A build file that has changed is read by a new process.
        updateBuildConfiguration: 'disabled',
        runtimes: runtimesOf(jdks, standard),
      },
      import: {
        generatesMetadataFilesAtProjectRoot: false,
        maven: { enabled: imports },
        gradle: {
          enabled: imports,
          wrapper: { enabled: true },
          ...(gradleHome() !== undefined && { home: gradleHome() }),
          ...(standard !== undefined && { java: { home: standard.home } }),
        },
      },
      // Getters and setters are no uses of their field, and libraries are not the project.
      references: { includeAccessors: false, includeDecompiledSources: false },
      symbols: { includeSourceMethodDeclarations: true },
      eclipse: { downloadSources: false },
      maven: { downloadSources: false },
      completion: { guessMethodArguments: 'off' },
      format: { comments: { enabled: false } },
      saveActions: { organizeImports: false },
      telemetry: { enabled: false },
    },
  };
}

function runtimesOf(jdks: readonly Jdk[], standard: Jdk | undefined): readonly Record<string, unknown>[] {
  const ofVersion = jdks.filter(({ version }, index) => jdks.findIndex((other) => other.version === version) === index);
  return ofVersion.map(({ version, home }) => ({
    name: version <= 8 ? `JavaSE-1.${version}` : `JavaSE-${version}`,
    path: home,
    ...(home === standard?.home && { default: true }),
  }));
}

// For projects without a wrapper, which would otherwise fetch a Gradle although there is one.
function gradleHome(): string | undefined {
  const program = pathOfProgram({ program: 'gradle' });
  return program === undefined ? undefined : dirname(dirname(realpathSync(program)));
}

// JUnit through Gradle, heard through a script of ours.
import { join } from 'node:path';
import { coverageUnsupported } from '../../../../ide/errors/testErrors.ts';
import { buildSites, hearingReports, JAVA_TESTS, listedInSources, programFor } from '../../java/builds.ts';
import { bareMethod, chosenJavaTests } from '../../java/chosenTests.ts';
import { modulesOf } from '../../java/junitReports.ts';
import type { RunnerRow, Site, TestSelection } from '../../runnerRow.ts';
import { shipped } from '../../shipped.ts';
import { readGradleEvent } from './events.ts';

export const gradle: RunnerRow = {
  id: 'gradle',
  command: ['gradle', 'test'],
  files: JAVA_TESTS,
  find: async (project) => buildSites(project, 'gradle', /(^|\/)(build|settings)\.gradle(\.kts)?$/),
  list: async (site, paths) => listedInSources(site, paths),
  async prepare(site, selection, { sink, coverage, folder }) {
    if (coverage) throw coverageUnsupported('gradle', 'its tasks are the build’s own', 'Run the build’s jacocoTestReport, and pass its XML to get_coverage.');
    const events = join(folder, 'gradle.events');
    const hears = hearingReports(
      sink,
      site,
      modulesOf(site).map((module) => join(module, 'build', 'test-results', 'test')),
    );
    let isReported = false;
    return {
      command: {
        program: programFor(site.folder, 'gradlew', 'gradle', 'https://gradle.org/install'),
        args: [...GRADLE_OPTIONS, '-I', shipped('gradle/binnacle.gradle'), `-Dbinnacle.test.events=${events}`, 'test', ...gradleSelection(site, selection)],
        cwd: site.folder,
      },
      events,
      hears: {
        ...hears,
        event(value) {
          if (readGradleEvent(value, sink, site)) isReported = true;
        },
        async ended(exit) {
          // A build may keep scripts of others out; its reports are there all the same.
          if (!isReported) await hears.ended?.(exit);
        },
      },
    };
  },
};

// A daemon would live on for hours, and a build whose configuration is kept takes no listeners.
const GRADLE_OPTIONS = [
  '--no-daemon',
  '--console=plain',
  '--continue',
  '-Dorg.gradle.configuration-cache=false',
  '-Dorg.gradle.unsafe.configuration-cache=false',
];

function gradleSelection(site: Site, selection: TestSelection): string[] {
  const patterns = chosenJavaTests(site, selection).flatMap(({ owner, method }) => {
    const from = owner.includes('.') ? owner : `*${owner}`;
    return method === undefined ? [from, `${from}$*`] : [`${from}.${bareMethod(method)}`, `${from}.${bareMethod(method)}[*`];
  });
  return patterns.flatMap((pattern) => ['--tests', pattern]);
}

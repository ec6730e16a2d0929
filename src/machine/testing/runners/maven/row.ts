// JUnit through Maven, heard through the reports that it writes class by class.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readSmallFile } from '../../../../base/files/smallFile.ts';
import { variable } from '../../../../base/processes/environment.ts';
import { coverageUnsupported } from '../../../../ide/errors/testErrors.ts';
import { buildSites, hearingReports, JAVA_TESTS, listedInSources, programFor } from '../../java/builds.ts';
import { bareMethod, chosenJavaTests } from '../../java/chosenTests.ts';
import { modulesOf } from '../../java/junitReports.ts';
import type { RunnerRow, Site, TestSelection } from '../../runnerRow.ts';

export const maven: RunnerRow = {
  id: 'maven',
  command: ['mvn', 'test'],
  files: JAVA_TESTS,
  find: async (project) => buildSites(project, 'maven', /(^|\/)pom\.xml$/),
  list: async (site, paths) => listedInSources(site, paths),
  async prepare(site, selection, { sink, coverage }) {
    // Which version of it, the build says.
    const jacoco =
      coverage && modulesOf(site).some((module) => existsSync(join(module, 'pom.xml')) && /jacoco-maven-plugin/.test(readSmallFile(join(module, 'pom.xml'))));
    if (coverage && !jacoco) throw coverageUnsupported('maven', 'the build has no jacoco-maven-plugin', 'Add it to pom.xml, or call without coverage.');
    const wanted = mavenSelection(site, selection);
    const args = [
      '-B',
      '-ntp',
      '--fail-at-end',
      ...(jacoco ? ['jacoco:prepare-agent', 'test', 'jacoco:report', '-Dmaven.test.failure.ignore=true'] : ['test']),
      ...(wanted === undefined ? [] : [`-Dtest=${wanted}`, '-Dsurefire.failIfNoSpecifiedTests=false', '-DfailIfNoTests=false']),
    ];
    return {
      command: {
        program: programFor(site.folder, 'mvnw', 'mvn', 'https://maven.apache.org/install.html'),
        args,
        cwd: site.folder,
        environment: { MAVEN_OPTS: variable('MAVEN_OPTS') },
      },
      hears: hearingReports(
        sink,
        site,
        modulesOf(site).map((module) => join(module, 'target', 'surefire-reports')),
      ),
      ...(jacoco && { coverage: { file: join(modulesOf(site)[0] ?? site.folder, 'target', 'site', 'jacoco', 'jacoco.xml'), format: 'jacoco' } }),
    };
  },
};

// "shop.CartTest#adds+adds[*],UserTest": the second form is for a parametrised test.
function mavenSelection(site: Site, selection: TestSelection): string | undefined {
  const chosen = chosenJavaTests(site, selection);
  if (chosen.length === 0) return undefined;
  return chosen.map(({ owner, method }) => (method === undefined ? owner : `${owner}#${bareMethod(method)}+${bareMethod(method)}[*]`)).join(',');
}

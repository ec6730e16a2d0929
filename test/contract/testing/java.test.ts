// JUnit through Maven and Gradle, as Debian has them: every way in which a test can end, against the reports that they write themselves.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type TestContext, test } from 'vitest';
import { minutes } from '../../../src/base/waiting/duration.ts';
import { debianProgram } from '../../support/debianProgram.ts';
import { skipOrFail } from '../../support/testTools.ts';
import { withVariable } from '../debugging/debuggee.ts';
import { named, outcomes, runOutOfTime, runToEnd, type TestProject, testProject, whenReported } from './testProject.ts';

// The first time everything is fetched.
const LONGEST = minutes(8);
// Of processes that live for seconds: the second compiler would take a third of the time and give nothing back.
const SHORT_LIVED = '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC';
// Sources of both: Debian's Gradle knows JUnit 4 only.
const JUNIT_5 = {
  imports: `import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.Test;`,
  order: '@org.junit.jupiter.api.TestMethodOrder(org.junit.jupiter.api.MethodOrderer.MethodName.class)',
  disabled: 'Disabled',
  before: 'BeforeEach',
};
const JUNIT_4 = {
  imports: `import static org.junit.Assert.assertEquals;

import org.junit.Before;
import org.junit.Ignore;
import org.junit.Test;`,
  order: '@org.junit.FixMethodOrder(org.junit.runners.MethodSorters.NAME_ASCENDING)',
  disabled: 'Ignore',
  before: 'Before',
};

// The last class does what the file "mood" beside the project says.
function sources({ imports, order, disabled, before }: typeof JUNIT_5) {
  return {
    '.gitignore': 'target\nbuild\n.gradle\n',
    'src/main/java/shop/Cart.java': `package shop;

public class Cart {
    public static int total(int... prices) {
        int sum = 0;
        for (int price : prices) sum += price;
        return sum;
    }
}
`,
    'src/test/java/shop/CartTest.java': `package shop;

${imports}

public class CartTest {
    @Test
    public void addsUp() {
        System.out.println("adding");
        assertEquals(3, Cart.total(1, 2));
    }

    @Test
    public void addsUpMore() {
        assertEquals(6, Cart.total(1, 2, 3));
    }

    @Test
    public void isWrong() {
        System.out.println("about to fail");
        assertEquals(4, Cart.total(1, 2));
    }

    @Test
    @${disabled}("comes later")
    public void later() {}
}
`,
    'src/test/java/shop/SetupTest.java': `package shop;

${imports}

public class SetupTest {
    @${before}
    public void opensDatabase() {
        throw new IllegalStateException("no database");
    }

    @Test
    public void needsIt() {}
}
`,
    'src/test/java/shop/ManyTest.java': `package shop;

${imports}

public class ManyTest {
${Array.from({ length: 1000 }, (_, number) => `    @Test public void number${number}() {}\n`).join('')}}
`,
    'src/test/java/shop/MoodTest.java': `package shop;

${imports}

${order}
public class MoodTest {
    @Test
    public void first() {}

    @Test
    public void second() throws Exception {
        java.nio.file.Path mood = java.nio.file.Paths.get("../mood");
        String is = java.nio.file.Files.exists(mood) ? new String(java.nio.file.Files.readAllBytes(mood)) : "";
        if (is.equals("quits")) {
            while (!java.nio.file.Files.exists(java.nio.file.Paths.get("../heard"))) Thread.sleep(20);
            System.exit(3);
        }
        if (!is.equals("hangs")) return;
        ProcessHandle own = ProcessHandle.current();
        String pids = own.pid() + " " + own.parent().get().pid() + "\\n";
        java.nio.file.Files.write(java.nio.file.Paths.get("../pids"), pids.getBytes());
        Thread.sleep(600000);
    }
}
`,
  };
}

const POM = `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>shop</groupId><artifactId>shop</artifactId><version>1</version>
  <properties>
    <maven.compiler.source>17</maven.compiler.source><maven.compiler.target>17</maven.compiler.target>
    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
  </properties>
  <dependencies>
    <dependency><groupId>org.junit.jupiter</groupId><artifactId>junit-jupiter</artifactId><version>5.10.2</version><scope>test</scope></dependency>
  </dependencies>
  <build><plugins>
    <plugin><groupId>org.apache.maven.plugins</groupId><artifactId>maven-surefire-plugin</artifactId><version>3.2.5</version>
      <configuration><runOrder>alphabetical</runOrder></configuration></plugin>
    <plugin><groupId>org.apache.maven.plugins</groupId><artifactId>maven-compiler-plugin</artifactId><version>3.13.0</version></plugin>
    <plugin><groupId>org.apache.maven.plugins</groupId><artifactId>maven-resources-plugin</artifactId><version>3.3.1</version></plugin>
  </plugins></build>
</project>
`;
const GRADLE = {
  'build.gradle': "apply plugin: 'java'\nrepositories { mavenCentral() }\ndependencies { testCompile 'junit:junit:4.13.2' }\n",
  'settings.gradle': "rootProject.name = 'shop'\n",
};

interface Build {
  // Where its own reports lie.
  readonly reports: string;
  // What is reported of MoodTest when it ends the process. Where tests are reported one by one, that is done by a thread which ends with the process, so the first has to be there before.
  readonly crashed: Record<string, unknown>;
  readonly reportedBeforeCrash?: string;
  // And before it hangs.
  readonly reportedBefore: string;
}

async function check(context: TestContext, project: TestProject, { reports, crashed, reportedBeforeCrash, reportedBefore }: Build): Promise<void> {
  const mood = join(project.root, '..', 'mood');
  const listed = await project.listed();
  expect(listed.filter((test) => !test.includes('ManyTest'))).toEqual([
    'src/test/java/shop/CartTest.java:11 CartTest > addsUp',
    'src/test/java/shop/CartTest.java:17 CartTest > addsUpMore',
    'src/test/java/shop/CartTest.java:22 CartTest > isWrong',
    'src/test/java/shop/CartTest.java:29 CartTest > later',
    'src/test/java/shop/MoodTest.java:12 MoodTest > first',
    'src/test/java/shop/MoodTest.java:15 MoodTest > second',
    'src/test/java/shop/SetupTest.java:16 SetupTest > needsIt',
  ]);
  expect(listed).toHaveLength(1007);
  const whole = await runToEnd(project.call, {});
  // Not every machine reaches a repository of Maven's.
  if (/Could not (?:resolve|transfer|find artifact|GET)/.test(JSON.stringify(whole)))
    skipOrFail(context, `what the build needs cannot be fetched: ${JSON.stringify(whole['problems'])}`);
  expect(whole).toMatchObject({ state: 'finished', counts: { passed: 1004, failed: 1, skipped: 1, error: 1 } });
  const rows = await project.results();
  expect(outcomes(rows).filter((row) => !row.includes('ManyTest'))).toEqual([
    'error SetupTest > needsIt',
    'failed CartTest > isWrong',
    'passed CartTest > addsUp',
    'passed CartTest > addsUpMore',
    'passed MoodTest > first',
    'passed MoodTest > second',
    'skipped CartTest > later',
  ]);
  expect(await reported(join(project.root, reports))).toEqual({ tests: 1007, skipped: 1, bad: 2 });
  expect(named(rows, 'isWrong')).toMatchObject({
    file: 'src/test/java/shop/CartTest.java',
    line: 22,
    expected: '4',
    actual: '3',
    stack: [expect.stringContaining('CartTest.java:24')],
  });
  expect(named(rows, 'needsIt').message).toContain('no database');
  // Also where nothing has changed since, and no other whose name begins alike.
  expect(await runToEnd(project.call, { test: 'CartTest > addsUp' })).toMatchObject({ counts: { passed: 1, failed: 0 } });
  // Long runs are asked for later, and say the same then.
  expect(await runToEnd(project.call, { test: 'nobody', timeout: 0 })).toMatchObject({
    counts: { passed: 0 },
    problems: [{ message: 'No test is named nobody.' }],
  });
  await writeFile(mood, 'quits');
  const quitting = runToEnd(project.call, { target: 'src/test/java/shop/MoodTest.java' });
  // The run before, of nobody, has none of that name.
  if (reportedBeforeCrash !== undefined) await whenReported(project, { query: reportedBeforeCrash });
  await writeFile(join(project.root, '..', 'heard'), '');
  expect(await quitting).toMatchObject(crashed);
  await writeFile(mood, 'hangs');
  // Settings for its process make Gradle work in another one, which leaves the group of the first.
  await writeFile(join(project.root, 'gradle.properties'), 'org.gradle.jvmargs=-Xmx300m\n');
  expect(await runOutOfTime(project, reportedBefore)).toMatchObject({ state: 'timed_out' });
}

// Sums over the first element of each report, which counts what the file holds.
async function reported(folder: string): Promise<Record<string, number>> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.xml'));
  const suites = await Promise.all(files.map(async (name) => /<testsuite [^>]*>/.exec(await readFile(join(folder, name), 'utf8'))?.[0] ?? ''));
  const sum = (word: string) => suites.reduce((all, suite) => all + Number(new RegExp(`\\b${word}="(\\d+)"`).exec(suite)?.[1] ?? 0), 0);
  return { tests: sum('tests'), skipped: sum('skipped'), bad: sum('failures') + sum('errors') };
}

test('JUnit through Maven', { timeout: LONGEST }, async (context) => {
  await debianProgram(context, 'javac', 'default-jdk-headless');
  await debianProgram(context, 'mvn', 'maven');
  using _jvm = withVariable('JAVA_TOOL_OPTIONS', SHORT_LIVED);
  await using project = await testProject({ ...sources(JUNIT_5), 'pom.xml': POM });
  await check(context, project, {
    reports: 'target/surefire-reports',
    // Its reports are of whole classes.
    crashed: { counts: { passed: 0, error: 1 }, failures: [{ test: 'MoodTest', status: 'error', file: 'src/test/java/shop/MoodTest.java' }] },
    reportedBefore: 'ManyTest > number999',
  });
});

test('JUnit through Gradle', { timeout: LONGEST }, async (context) => {
  await debianProgram(context, 'javac', 'default-jdk-headless');
  await debianProgram(context, 'gradle');
  using _jvm = withVariable('JAVA_TOOL_OPTIONS', SHORT_LIVED);
  await using project = await testProject({ ...sources(JUNIT_4), ...GRADLE });
  await check(context, project, {
    reports: 'build/test-results/test',
    crashed: { counts: { passed: 1, error: 1 }, failures: [{ test: 'MoodTest > second', status: 'error', message: expect.stringContaining('exit value 3') }] },
    reportedBeforeCrash: 'MoodTest > first',
    reportedBefore: 'MoodTest > first',
  });
});

test('a build without tests has nothing to run, and says so', async () => {
  for (const build of [{ 'pom.xml': POM }, GRADLE]) {
    await using project = await testProject({ ...build, 'src/main/java/shop/Cart.java': sources(JUNIT_5)['src/main/java/shop/Cart.java'] });
    for (const tool of ['list_tests', 'run_tests']) expect(await project.refusal(tool, {})).toMatchObject({ error: 'no_test_runner' });
  }
});

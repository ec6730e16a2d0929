// JUnit through Maven of this machine, where its plugins can be had; Gradle where this machine has it.
import { expect, type TestContext, test } from 'vitest';
import { minutes } from '../../../src/base/duration.ts';
import { pathOfProgram } from '../../../src/hosts/headless/languages/machinePrograms.ts';
import { named, outcomes, ran, runToEnd, type TestProject, testProject } from './testProject.ts';

// The first time everything is fetched.
const LONGEST = minutes(8);
const SOURCES = {
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

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.Test;

class CartTest {
    @Test
    void addsUp() {
        System.out.println("adding");
        assertEquals(3, Cart.total(1, 2));
    }

    @Test
    void isWrong() {
        System.out.println("about to fail");
        assertEquals(4, Cart.total(1, 2));
    }

    @Test
    @Disabled("comes later")
    void later() {}
}
`,
  'src/test/java/shop/SetupTest.java': `package shop;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SetupTest {
    @BeforeEach
    void setUp() {
        throw new IllegalStateException("no database");
    }

    @Test
    void needsIt() {}
}
`,
};
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
    <plugin><groupId>org.apache.maven.plugins</groupId><artifactId>maven-surefire-plugin</artifactId><version>3.2.5</version></plugin>
    <plugin><groupId>org.apache.maven.plugins</groupId><artifactId>maven-compiler-plugin</artifactId><version>3.13.0</version></plugin>
    <plugin><groupId>org.apache.maven.plugins</groupId><artifactId>maven-resources-plugin</artifactId><version>3.3.1</version></plugin>
  </plugins></build>
</project>
`;
const GRADLE = `plugins { id 'java' }
repositories { mavenCentral() }
dependencies { testImplementation 'org.junit.jupiter:junit-jupiter:5.10.2' }
test { useJUnitPlatform() }
`;

// Not every machine reaches a repository of Maven's.
async function reachable(context: TestContext, project: TestProject, command: readonly string[]): Promise<void> {
  const { stdout, stderr, code } = await ran(command, project.root);
  if (code !== 0) context.skip(`${command[0]} cannot fetch what it needs here: ${`${stdout}${stderr}`.trim().split('\n').at(-1)}`);
}

async function check(project: TestProject): Promise<void> {
  expect(await project.listed()).toEqual([
    'src/test/java/shop/CartTest.java:10 CartTest > addsUp',
    'src/test/java/shop/CartTest.java:16 CartTest > isWrong',
    'src/test/java/shop/CartTest.java:23 CartTest > later',
    'src/test/java/shop/SetupTest.java:13 SetupTest > needsIt',
  ]);
  expect(await runToEnd(project.call, {})).toMatchObject({ state: 'finished', counts: { passed: 1, failed: 1, skipped: 1, error: 1 } });
  const rows = await project.results();
  expect(outcomes(rows)).toEqual(['error SetupTest > needsIt', 'failed CartTest > isWrong', 'passed CartTest > addsUp', 'skipped CartTest > later']);
  expect(named(rows, 'isWrong')).toMatchObject({
    file: 'src/test/java/shop/CartTest.java',
    line: 16,
    expected: '4',
    actual: '3',
    stack: [expect.stringContaining('CartTest.java:18')],
  });
  expect(named(rows, 'needsIt').message).toContain('no database');
  expect(await runToEnd(project.call, { test: 'CartTest > addsUp' })).toMatchObject({ counts: { passed: 1, failed: 0 } });
}

test('JUnit through Maven', { timeout: LONGEST }, async (context) => {
  if (pathOfProgram({ program: 'mvn' }) === undefined) context.skip('this machine has no Maven');
  await using project = await testProject({ ...SOURCES, 'pom.xml': POM });
  await reachable(context, project, ['mvn', '-B', '-q', '-ntp', 'test-compile', 'surefire:help']);
  await check(project);
});

test('JUnit through Gradle', { timeout: LONGEST }, async (context) => {
  if (pathOfProgram({ program: 'gradle' }) === undefined) context.skip('this machine has no Gradle');
  await using project = await testProject({ ...SOURCES, 'build.gradle': GRADLE, 'settings.gradle': "rootProject.name = 'shop'\n" });
  await reachable(context, project, ['gradle', 'testClasses', '--console=plain']);
  await check(project);
});

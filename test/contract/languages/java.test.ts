// What Java code means, asked of the real jdt.ls, as it is fetched: a Maven project, whose server the tests share, plain folders, an untrusted build and one that cannot be imported.
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { minutes } from '../../../src/base/waiting/duration.ts';
import { layoutBy } from '../../../src/hosts/headless/languages/layoutEdits.ts';
import { editedText, type FileOperation } from '../../../src/ide/workspaceEdit.ts';
import { Processes } from '../../../src/machine/processes/processes.ts';
import { MachineServers } from '../../../src/machine/servers/machineServers.ts';
import { live, openWorkspace, sharedWorkspace, type Workspace } from './workspace.ts';

const LONGEST = minutes(4);

const sources = {
  'src/main/java/shop/Priced.java': `package shop;

/** What can be paid for. */
public interface Priced {
    int price(int count);
}
`,
  'src/main/java/shop/Item.java': `package shop;

import java.util.List;

public class Item implements Priced {
    private final int cents;

    public Item(int cents) {
        this.cents = cents;
    }

    @Override
    public int price(int count) {
        return cents * count;
    }

    public static int total(List<Priced> items) {
        int sum = 0;
        for (Priced item : items) {
            sum += item.price(1);
        }
        return sum;
    }
}
`,
  'src/main/java/app/Main.java': `package app;

import java.util.List;
import shop.Item;

public class Main {
    public static void main(String[] args) {
        System.out.println(Item.total(List.of(new Item(3))));
    }
}
`,
};
const POM = `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>example</groupId><artifactId>shop</artifactId><version>1</version>
  <properties><maven.compiler.source>17</maven.compiler.source><maven.compiler.target>17</maven.compiler.target>
    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding></properties>
</project>
`;
const PRICED = 'src/main/java/shop/Priced.java';
const ITEM = 'src/main/java/shop/Item.java';
const MAIN = 'src/main/java/app/Main.java';
const USES_OF_PRICE = [`${ITEM}:13:16`, `${ITEM}:20:25`, `${PRICED}:5:9`];

let shared: Promise<{ readonly workspace: Workspace; close(): Promise<void> }> | undefined;
afterAll(async () => (await shared)?.close());

test('references while it loads, in files that nobody has opened; definitions and implementations', { timeout: LONGEST }, async () => {
  const workspace = await mavenWorkspace();
  const found = await workspace.references(PRICED, 'price');
  expect(found).toMatchObject({ complete: true, engine: expect.stringContaining('jdtls') });
  expect([...workspace.shown(found.value)].sort()).toEqual(USES_OF_PRICE);
  const definition = await workspace.languages.definition(await workspace.place(MAIN, 'total'), live());
  expect(workspace.shown(definition.value)).toEqual([`${ITEM}:17:23`]);
  const implementations = await workspace.languages.implementations(await workspace.place(PRICED, 'Priced'), live());
  expect(workspace.shown(implementations.value)).toEqual([`${ITEM}:5:14`]);
});

test('calls and types above and below', { timeout: LONGEST }, async () => {
  const workspace = await mavenWorkspace();
  const above = await workspace.languages.types(await workspace.place(ITEM, 'Item'), 'up', live());
  expect(above.value?.related.map(({ name }) => name)).toContain('Priced');
  const below = await workspace.languages.types(await workspace.place(PRICED, 'Priced'), 'down', live());
  expect(below.value?.related.map(({ name, location }) => `${name} ${workspace.path(location.uri)}`)).toEqual([`Item ${ITEM}`]);
});

test('outline, hover and symbols', { timeout: LONGEST }, async () => {
  const workspace = await mavenWorkspace();
  const [item] = (await workspace.languages.outline(workspace.uri(ITEM), live())).value;
  expect(item).toMatchObject({ name: 'Item', kind: 'class' });
  expect(item?.children.map(({ name, kind }) => `${kind} ${name}`)).toEqual(['field cents', 'constructor Item', 'method price', 'method total']);
  expect((await workspace.languages.hover(await workspace.place(MAIN, 'total'), live())).value).toMatchObject({
    signature: expect.stringContaining('int shop.Item.total(List<Priced> items)'),
  });
  expect((await workspace.languages.hover(await workspace.place(ITEM, 'Priced'), live())).value?.documentation).toContain('What can be paid for.');
  const symbols = await workspace.languages.symbols('total', live());
  expect(symbols.value.map(({ name, kind, location }) => `${kind} ${name} ${workspace.path(location.uri)}`)).toEqual([`method total ${ITEM}`]);
});

test('diagnostics are those of the text as it is now, also where another file has changed', { timeout: LONGEST }, async () => {
  const workspace = await mavenWorkspace();
  expect(await workspace.diagnosticsOf(MAIN)).toEqual([]);
  await workspace.write(MAIN, sources[MAIN].replace('new Item(3)', 'new Item("3")'));
  // That no item is made of a text, and that a list of such is none of what is paid for.
  expect(new Set((await workspace.diagnosticsOf(MAIN)).map(({ severity, range }) => `${severity} ${range.start.line + 1}`))).toEqual(new Set(['error 8']));
  await workspace.write(MAIN, sources[MAIN]);
  expect(await workspace.diagnosticsOf(MAIN)).toEqual([]);
  await workspace.write(ITEM, sources[ITEM].replace('static int total', 'static int sum'));
  expect((await workspace.diagnosticsOf(MAIN)).map(({ message }) => message)).toEqual([expect.stringContaining('total')]);
  await workspace.write(ITEM, sources[ITEM]);
  expect(await workspace.diagnosticsOf(MAIN)).toEqual([]);
});

test('quick fixes, the order of imports and the layout', { timeout: LONGEST }, async () => {
  const workspace = await mavenWorkspace();
  await workspace.write(MAIN, sources[MAIN].replace('import shop.Item;\n', ''));
  const [problem] = (await workspace.languages.quickFixes(workspace.uri(MAIN), undefined, live())).value;
  const fix = problem?.fixes.find(({ title }) => title.includes('shop'));
  expect(fix?.title).toMatch(/^Import 'Item'/);
  expect(await edited(workspace, MAIN, fix?.edit.operations ?? [])).toBe(sources[MAIN].replace('List;\nimport shop', 'List;\n\nimport shop'));
  await workspace.write(
    MAIN,
    sources[MAIN].replace('import java.util.List;\nimport shop.Item;', 'import shop.Item;\nimport java.util.Map;\nimport java.util.List;'),
  );
  const layout = layoutBy(workspace.languages);
  const imports = await layout(await workspace.documents.read(workspace.uri(MAIN), live()), 'imports', undefined, live());
  const operation = { kind: 'edit' as const, uri: workspace.uri(MAIN), edits: imports.value };
  expect(await edited(workspace, MAIN, [operation])).toBe(sources[MAIN].replace('List;\nimport shop', 'List;\n\nimport shop'));
  await workspace.write(MAIN, sources[MAIN].replace('    public static', 'public   static'));
  const laidOut = await layout(await workspace.documents.read(workspace.uri(MAIN), live()), 'layout', undefined, live());
  expect(await edited(workspace, MAIN, [{ ...operation, edits: laidOut.value }])).toBe(sources[MAIN]);
  await workspace.write(MAIN, sources[MAIN]);
});

test('new and deleted files are seen by the next call', { timeout: LONGEST }, async () => {
  const workspace = await mavenWorkspace();
  // Of those that were only reported to it, the server left out every fifth on a busy machine.
  for (let number = 0; number < 20; number++) {
    const added = `src/main/java/app/Report${number}.java`;
    await workspace.write(added, `package app;\n\nclass Report${number} {\n    int empty = shop.Item.total(java.util.List.of());\n}\n`);
    expect(workspace.shown((await workspace.references(ITEM, 'total')).value)).toContain(`${added}:4:27`);
    await workspace.remove(added);
    expect(workspace.shown((await workspace.references(ITEM, 'total')).value)).not.toContain(`${added}:4:27`);
  }
});

test('answers again after a kill, and says so', { timeout: LONGEST }, async () => {
  const workspace = await mavenWorkspace();
  await workspace.references(PRICED, 'price');
  process.kill(await workspace.pid('java'), 'SIGKILL');
  const found = await workspace.references(PRICED, 'price');
  expect([...workspace.shown(found.value)].sort()).toEqual(USES_OF_PRICE);
  expect(found.notes).toContainEqual(expect.stringContaining('had crashed and was restarted'));
});

test('nothing is written into the project but the folder that Maven itself compiles into, which stays empty', { timeout: LONGEST }, async () => {
  const workspace = await mavenWorkspace();
  await workspace.references(PRICED, 'price');
  const found = await readdir(workspace.root, { recursive: true, withFileTypes: true });
  expect(found.flatMap((entry) => (entry.isFile() ? entry.name : [])).sort()).toEqual(['Item.java', 'Main.java', 'Priced.java', 'pom.xml']);
  expect((await readdir(workspace.root)).filter((name) => name.startsWith('.'))).toEqual([]);
});

test('a library that cannot be had and a module that cannot be imported are said', {
  timeout: LONGEST,
}, async () => {
  const workspace = await mavenWorkspace();
  await workspace.write('other/pom.xml', '<project>');
  await workspace.write('other/src/main/java/other/Other.java', 'package other;\n\nclass Other {}\n');
  const dependency = '<dependency><groupId>nowhere.at.all</groupId><artifactId>lost</artifactId><version>1</version></dependency>';
  await workspace.write('pom.xml', POM.replace('</project>', `<dependencies>${dependency}</dependencies></project>`));
  const found = await workspace.references(PRICED, 'price');
  expect(found).toMatchObject({ complete: false, why: expect.stringContaining('other/src/main/java') });
  expect(found).toMatchObject({ why: expect.stringContaining('could not be had, so what they declare is not known, nor uses that go through it: lost-1.jar') });
});

test('a Gradle build that cannot be imported is said with what to do, and its sources are known all the same', { timeout: LONGEST }, async () => {
  const workspace = await mavenWorkspace();
  for (const path of ['pom.xml', 'other']) await workspace.remove(path);
  await workspace.write('gradle/wrapper/gradle-wrapper.properties', 'distributionUrl=file\\:///nowhere/gradle-8.10-bin.zip\n');
  await workspace.write('build.gradle', "apply plugin: 'java'\n");
  const found = await workspace.references(PRICED, 'price');
  expect(found).toMatchObject({ complete: false, why: expect.stringContaining('could not be imported') });
  expect(found).toMatchObject({ why: expect.stringContaining('then call restart_engine with language java') });
  expect([...workspace.shown(found.value)].sort()).toEqual(USES_OF_PRICE);
});

test('plain folders without a build', { timeout: LONGEST }, async () => {
  await fetched();
  const plain = Object.fromEntries(Object.entries(sources).map(([path, text]) => [path.replace('src/main/java', 'code'), text]));
  const workspace = await openWorkspace({ ...plain, 'Loose.java': 'class Loose {\n    int one = 1;\n}\n' });
  const found = await workspace.references('code/shop/Priced.java', 'price');
  expect(found.complete).toBe(true);
  expect([...workspace.shown(found.value)].sort()).toEqual(USES_OF_PRICE.map((place) => place.replace('src/main/java', 'code')));
  expect(await workspace.diagnosticsOf('code/app/Main.java')).toEqual([]);
  expect(await workspace.diagnosticsOf('Loose.java')).toEqual([]);
  await workspace.write('more/far/Off.java', 'package far;\n\nclass Off {\n    int all = shop.Item.total(null);\n}\n');
  expect(workspace.shown((await workspace.references('code/shop/Item.java', 'total')).value)).toContain('more/far/Off.java:4:25');
  expect((await readdir(workspace.root)).sort()).toEqual(['Loose.java', 'code', 'more']);
  // Two classes of one name, which no build tells apart.
  await workspace.write(
    'copy/shop/Item.java',
    'package shop;\n\nclass Item {\n    static int total(java.util.List<Priced> items) {\n        return total(items);\n    }\n}\n',
  );
  expect(await workspace.references('code/shop/Item.java', 'total')).toMatchObject({
    complete: false,
    why: expect.stringContaining('shop/Item.java (in code, copy)'),
  });
  expect(await workspace.languages.definition(await workspace.place('copy/shop/Item.java', 'total'), live())).toMatchObject({
    value: [{ uri: workspace.uri('copy/shop/Item.java') }],
  });
  await expect(workspace.languages.rename(await workspace.place('code/shop/Item.java', 'total'), 'sum', live(), [])).rejects.toMatchObject({
    code: 'cannot_rename',
    message: expect.stringContaining('shop/Item.java'),
  });
  await workspace.remove('copy');
  expect((await workspace.references('code/shop/Item.java', 'total')).complete).toBe(true);
});

test('of an untrusted project nothing is run, and what is not known for that is said', { timeout: LONGEST }, async () => {
  await fetched();
  const trap = "apply plugin: 'java'\nnew File(projectDir, 'ran').text = 'x'\n";
  const workspace = await openWorkspace({ ...sources, 'build.gradle': trap, 'pom.xml': POM }, { trusted: false });
  const found = await workspace.references(PRICED, 'price');
  expect(found).toMatchObject({ complete: false, why: expect.stringContaining('nobody has trusted this project') });
  expect([...workspace.shown(found.value)].sort()).toEqual(USES_OF_PRICE);
  expect(existsSync(join(workspace.root, 'ran'))).toBe(false);
});

async function edited(workspace: Workspace, path: string, operations: readonly FileOperation[]): Promise<string> {
  const snapshot = await workspace.documents.read(workspace.uri(path), live());
  return operations.reduce((text, operation) => (operation.kind === 'edit' ? editedText(snapshot, operation.edits) : text), snapshot.text);
}

function mavenWorkspace(): Promise<Workspace> {
  return fetched().then(async () => {
    shared ??= sharedWorkspace({ ...sources, 'pom.xml': POM });
    return (await shared).workspace;
  });
}

// As a person fetches it.
async function fetched(): Promise<void> {
  const processes = new Processes({ started: () => {}, ended: () => {} });
  await new MachineServers({ processes }).install('jdtls', live(), () => {});
}

// Which classes and methods of Java are wanted, of whatever an agent named.
import type { RawTest, Site, TestSelection } from '../runnerRow.ts';
import { classesOf, testClasses, testsInSources } from './junitReports.ts';

// A place without tests is no reason to run all others.
const NOBODY = 'NoTestIsCalledThis';

export interface ChosenJavaTest {
  // With its package where that is known.
  readonly owner: string;
  // All of them where it is undefined.
  readonly method?: string;
}

// Empty for all.
export function chosenJavaTests(site: Site, { paths, name, exact }: TestSelection): readonly ChosenJavaTest[] {
  if (exact !== undefined) return exact.map((test) => chosenTest(site, test));
  if (name !== undefined) return named(site, name, paths);
  if (paths.length === 0) return [];
  const owners = testClasses(site, paths).map(([owner]) => ({ owner }));
  return owners.length === 0 ? [{ owner: NOBODY }] : owners;
}

// What an agent calls a test is a method, a class, or both.
function named(site: Site, name: string, paths: readonly string[]): readonly ChosenJavaTest[] {
  const parts = name.split(/\s*(?:>|::|#|\.)\s*/);
  const tests = testsInSources(site, paths);
  const methods = tests.filter((test) => test.name === parts.at(-1) && parts.slice(0, -1).every((part) => test.suite.includes(part)));
  const classes = tests.filter(({ suite }) => suite.includes(parts.at(-1) ?? ''));
  if (methods.length > 0) return methods.map((test) => chosenTest(site, test));
  const owners = new Set(classes.map(({ file, suite }) => ownerOf(site, file, suite)));
  return owners.size > 0 ? [...owners].map((owner) => ({ owner })) : [{ owner: parts.at(-1) ?? name }];
}

// What has no suite is a class that ended its process.
function chosenTest(site: Site, { file, suite, name }: RawTest): ChosenJavaTest {
  return suite.length === 0 ? { owner: ownerOf(site, file, [name]) } : { owner: ownerOf(site, file, suite), method: name };
}

function ownerOf(site: Site, file: string | undefined, suite: readonly string[]): string {
  const qualified = [...classesOf(site)].find(([, path]) => path === file)?.[0] ?? '';
  return [...qualified.split('.').slice(0, -1), suite.join('$')].join('.');
}

// Of a parametrised test, the method.
export function bareMethod(method: string): string {
  return method.replace(/[([{].*$/s, '');
}

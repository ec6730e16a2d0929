// The code bases that ordinary refactorings are proven on: from the registries, of different styles, and none that a test of ours uses.

export interface CorpusRow {
  // As `--corpus` takes it.
  readonly spec: string;
  // Why it is among them.
  readonly style: string;
}

export const ROWS: readonly CorpusRow[] = [
  { spec: 'debian:node-cheerio=1.0.0~rc~12+~cs2.1.0-3/bookworm', style: 'TypeScript, CommonJS, strict, specs outside of the config, jest' },
  { spec: 'pypi:click==8.5.1', style: 'Python, big typed classes, decorators' },
  { spec: 'npm:mobx@7.1.3', style: 'TypeScript without semicolons, classes, cyclic imports through one file, no tests' },
  { spec: 'pypi:more-itertools==11.2.1', style: 'Python, generators, one module of 5,000 lines, stubs beside the code' },
  { spec: 'debian:node-memfs=3.4.12+~cs1.0.3-1/bookworm', style: 'TypeScript, classes, not strict, ES5, jest' },
  { spec: 'pypi:parso==0.8.7', style: 'Python, deep hierarchies of classes, strings that name classes' },
  { spec: 'debian:node-parse5=7.1.2+dfsg-2/bookworm', style: 'a monorepo of TypeScript, ESM, project references, jest' },
  { spec: 'pypi:tabulate==0.10.0', style: 'Python, a plain script of long functions' },
  { spec: 'debian:node-graphql=16.8.1-2/trixie', style: 'TypeScript, strict, 60,000 lines of functions, mocha' },
  { spec: 'pypi:wsproto==1.3.2', style: 'Python, dataclasses, a state machine' },
  { spec: 'npm:lib0@0.2.120', style: 'JavaScript without semicolons, checked by its JSDoc, its own test runner' },
  { spec: 'pypi:anyio==4.16.0', style: 'Python, async, protocols, overloads' },
];

// Which other language is proven, on which code, by which checker.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { testTool } from '../../../test/support/testTools.ts';
import { pythonStart, type Start } from '../../bareEngine.ts';
import { type Corpus, openDjango, openGyp } from '../../corpus.ts';
import { openLeveldb, openLeveldbPart, openProtobuf, openProtobufPart } from '../../otherCorpora.ts';
import { cppChecker, goChecker, pythonChecker } from './checkers.ts';
import type { Language } from './otherLanguages.ts';

export const python: Language = {
  name: 'python',
  async open(): Promise<Corpus> {
    const corpus = await openDjango();
    // What does not hang together is an error, what could be typed better is not: Django has no types of its own.
    await writeFile(join(corpus.folder, 'pyrightconfig.json'), '{ "include": ["django"], "typeCheckingMode": "basic" }\n');
    return corpus;
  },
  start: pythonStart,
  checker: pythonChecker,
  given: /^__\w+__$/,
  fixed: /\/__\w+__\.py$|^django\/conf\//,
};

export const pythonSample: Language = {
  ...python,
  async open(): Promise<Corpus> {
    const corpus = await openGyp();
    await writeFile(join(corpus.folder, 'pyrightconfig.json'), '{ "include": ["pylib"], "typeCheckingMode": "basic" }\n');
    return { ...corpus, files: corpus.files.filter((file) => file.startsWith('pylib/gyp/')) };
  },
  // Generators are loaded by their names.
  fixed: /\/__\w+__\.py$|\/generator\/|_test\.py$/,
};

export const go: Language = {
  name: 'go',
  open: openProtobuf,
  start: () => startOf('go', 'gopls', ['serve']),
  checker: goChecker,
  given: /^(?:main|init|_|Test\w*|Benchmark\w*|Example\w*|Fuzz\w*)$/,
  // Generated, or left out of the build.
  fixed: /\.pb\.go$|_gen\.go$|_enable\.go$/,
  program: 'gopls',
};

export const goSample: Language = { ...go, open: openProtobufPart };

export const cpp: Language = {
  name: 'cpp',
  open: openLeveldb,
  start: () => startOf('cpp', 'clangd', ['--background-index=false', '--log=error']),
  checker: cppChecker,
  given: /^(?:main|operator\w*)$/,
  fixed: /^port\/thread_annotations\.h$/,
  program: 'clangd',
};

export const cppSample: Language = { ...cpp, open: openLeveldbPart };

async function startOf(language: string, tool: 'gopls' | 'clangd', args: readonly string[]): Promise<Start> {
  const { command } = await testTool(tool);
  return { language, command: [...command, ...args], settings: {} };
}

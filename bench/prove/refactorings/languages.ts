// Which other languages are proven, on which code, by which checker.
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { testTool } from '../../../test/support/testTools.ts';
import { pythonStart } from '../../bareEngine.ts';
import { type Corpus, openDjango, openLeveldb, openProtobuf } from '../../corpus.ts';
import { cppChecker, goChecker, pythonChecker } from './checkers.ts';
import type { Language } from './otherLanguages.ts';

export const python: Language = {
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

export const go: Language = {
  open: openProtobuf,
  async start() {
    return { language: 'go', command: (await testTool('gopls')).command, settings: {} };
  },
  checker: goChecker,
  async environment() {
    const { stdout } = await promisify(execFile)('go', ['env', 'GOMODCACHE', 'GOCACHE']);
    const [modules = '', built = ''] = stdout.trim().split('\n');
    const [gopls = ''] = (await testTool('gopls')).command;
    return { PATH: [dirname(gopls), process.env['PATH']].join(delimiter), GOMODCACHE: modules, GOCACHE: built };
  },
  given: /^(?:init|main|_)$/,
  fixed: /_test\.go$|\.pb\.go$/,
};

export const cpp: Language = {
  open: openLeveldb,
  async start() {
    return { language: 'cpp', command: (await testTool('clangd')).command, settings: {} };
  },
  checker: cppChecker,
  async environment() {
    const [clangd = ''] = (await testTool('clangd')).command;
    return { PATH: [dirname(clangd), process.env['PATH']].join(delimiter) };
  },
  given: /^(?:main|operator.*|~.*)$/,
  fixed: /./,
};

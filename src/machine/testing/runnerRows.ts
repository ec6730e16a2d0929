// Every test runner that is known here, in the order in which they are asked.
import { cargo } from './rows/cargo.ts';
import { ctest } from './rows/ctest.ts';
import { goTest } from './rows/goTest.ts';
import { gradle, maven } from './rows/java.ts';
import { jest } from './rows/jest.ts';
import { mocha } from './rows/mocha.ts';
import { nodeTest } from './rows/nodeTest.ts';
import { playwright } from './rows/playwright.ts';
import { pytest, unittest } from './rows/python.ts';
import { vitest } from './rows/vitest.ts';
import type { RunnerRow } from './runnerRow.ts';

export const runnerRows: readonly RunnerRow[] = [vitest, jest, mocha, nodeTest, playwright, pytest, unittest, goTest, cargo, maven, gradle, ctest];

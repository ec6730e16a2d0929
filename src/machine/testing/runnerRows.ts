// Every test runner that is known here, in the order in which they are asked.
import type { RunnerRow } from './runnerRow.ts';
import { cargo } from './runners/cargo/row.ts';
import { ctest } from './runners/ctest/row.ts';
import { goTest } from './runners/go/row.ts';
import { gradle } from './runners/gradle/row.ts';
import { jest } from './runners/jest/row.ts';
import { maven } from './runners/maven/row.ts';
import { mocha } from './runners/mocha/row.ts';
import { nodeTest } from './runners/nodeTest/row.ts';
import { playwright } from './runners/playwright/row.ts';
import { pytest } from './runners/pytest/row.ts';
import { unittest } from './runners/unittest/row.ts';
import { vitest } from './runners/vitest/row.ts';

export const runnerRows: readonly RunnerRow[] = [vitest, jest, mocha, nodeTest, playwright, pytest, unittest, goTest, cargo, maven, gradle, ctest];

// The tools that find and run tests.
import type { Tool } from '../tool.ts';
import { getCoverage } from './get_coverage.ts';
import { getTestResults } from './get_test_results.ts';
import { listTests } from './list_tests.ts';
import { runTests } from './run_tests.ts';

export const testing: readonly Tool[] = [listTests, runTests, getTestResults, getCoverage];

// A table of Python: its rows are done in one project, its refusals change nothing, and its programs print the same before and after.
import { afterAll, beforeAll } from 'vitest';
import { type RealAgent, realAgentOn } from '../tools/realAgent.ts';
import { testRuns } from './pythonRuns.ts';
import { filesOf, type RefusedRow, type Row, testRefusals, testRows } from './table.ts';

// Returns who has the project open, for tests of its own.
export function testPythonTable(rows: readonly Row[], refused: readonly RefusedRow[]): () => RealAgent {
  let real: RealAgent;
  beforeAll(async () => {
    real = await realAgentOn({ 'pyproject.toml': '[project]\nname = "rows"\nversion = "1"\n', ...filesOf(rows, refused) });
  });
  afterAll(() => real.close());
  testRows(rows, () => real);
  testRefusals(refused, () => real);
  testRuns(rows);
  return () => real;
}

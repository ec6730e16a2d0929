// The order of the files of a layer where no earlier run has left their times: the longest first, so that no worker is alone with one at the end.
import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// Files of twenty seconds and more. Without this list the larger file is first, and the longest tables are in files of seven lines.
export const LONGEST = [
  'test/contract/refactoring/inlineTables.test.ts',
  'test/contract/testing/java.test.ts',
  'test/contract/refactoring/pythonMove.test.ts',
  'test/contract/proof.test.ts',
  'test/contract/refactoring/proof.test.ts',
  'test/contract/refactoring/extractVariableTables.test.ts',
  'test/contract/refactoring/extractFunctionTables.test.ts',
  'test/contract/hosts/reading.test.ts',
  'test/contract/testing/javascript.test.ts',
  'test/contract/testing/affected.test.ts',
  'test/contract/tools/sources.test.ts',
  'test/contract/debugging/pythonPrograms.test.ts',
  'test/contract/refactoring/proofElsewhere.test.ts',
  // Later than its minute and a half would have it: fourteen runners that it needs are the last to be fetched on a new machine.
  'test/contract/testing/runnerVersions.test.ts',
  'test/faults/trees.test.ts',
  'test/faults/servers.test.ts',
  'test/faults/doors.test.ts',
  'test/faults/changes.test.ts',
  'test/journeys/everyday/everyday.test.ts',
  'test/journeys/debugLanguages.test.ts',
  'test/journeys/sameAnswers.test.ts',
  'test/journeys/debugSessions.test.ts',
  'test/cli/commands.test.ts',
];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const layers = this.ctx.projects.map(({ name }) => name);
    const placed = (await super.sort(files)).map((file) => ({ file, layer: layers.indexOf(file.project.name), place: placeOf(this.ctx.config.root, file) }));
    return placed.sort((a, b) => a.layer - b.layer || a.place - b.place).map(({ file }) => file);
  }
}

function placeOf(root: string, { moduleId }: TestSpecification): number {
  const index = LONGEST.indexOf(relative(root, moduleId).replaceAll('\\', '/'));
  return index < 0 ? LONGEST.length : index;
}

// The order of the files of a layer where no earlier run has left their times: the longest first, so that no worker is alone with one at the end.
import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// Files of twenty seconds and more. Without this list the larger file is first, and the longest tables are in files of seven lines.
export const LONGEST = [
  'test/contract/refactoring/inlineTables.test.ts',
  'test/contract/testing/java.test.ts',
  'test/contract/languages/java.test.ts',
  'test/contract/refactoring/javaRefactorings.test.ts',
  'test/contract/languages/vue.test.ts',
  'test/contract/refactoring/pythonMove.test.ts',
  'test/contract/proof.test.ts',
  'test/contract/refactoring/proof.test.ts',
  'test/contract/refactoring/extractVariableTables.test.ts',
  'test/contract/refactoring/extractFunctionTables.test.ts',
  'test/contract/hosts/running.test.ts',
  'test/contract/hosts/editing.test.ts',
  'test/contract/hosts/reading.test.ts',
  'test/faults/servingWindow.test.ts',
  'test/contract/hosts/face.test.ts',
  'test/contract/hosts/limits.test.ts',
  'test/contract/hosts/inside.test.ts',
  'test/contract/hosts/properties.test.ts',
  'test/contract/testing/javascript.test.ts',
  'test/contract/testing/affected.test.ts',
  'test/contract/tools/sources.test.ts',
  'test/contract/languages/legacyTypescript.test.ts',
  'test/contract/debugging/debuggedTests.test.ts',
  'test/contract/debugging/pythonPrograms.test.ts',
  'test/contract/dialects/jetbrainsDebuggers.test.ts',
  'test/contract/dialects/copilotBridgeRuns.test.ts',
  'test/contract/refactoring/proofElsewhere.test.ts',
  // Later than its time would have it: the runners that it needs are the last to be fetched on a new machine.
  'test/contract/testing/runnerVersions.test.ts',
  'test/window/accessible.test.ts',
  'test/window/files.test.ts',
  'test/window/now.test.ts',
  'test/window/history.test.ts',
  'test/window/agents.test.ts',
  'test/window/agentTrees.test.ts',
  'test/window/hostile.test.ts',
  'test/window/newcomer.test.ts',
  'test/window/tour.test.ts',
  'test/faults/trees.test.ts',
  'test/faults/servers.test.ts',
  'test/faults/doors.test.ts',
  'test/faults/changes.test.ts',
  'test/journeys/everyday/everyday.test.ts',
  'test/journeys/claudeIde.test.ts',
  'test/journeys/geminiIde.test.ts',
  'test/journeys/debugLanguages.test.ts',
  'test/journeys/sameAnswers.test.ts',
  'test/journeys/debugSessions.test.ts',
  'test/journeys/claudeLocks.test.ts',
  'test/cli/claudeIde.test.ts',
  'test/cli/agents.test.ts',
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

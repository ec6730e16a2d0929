// A plan for this disk: the state of each file before and after, and the same as the port has it.
import { resolve } from 'node:path';
import { uriOf } from '../../base/files/fileUri.ts';
import { type ChangePlan, changedFileOf, type PlannedFile, type PlannedText, type UndonePart } from '../../ide/doors/changes.ts';
import { encodingName, textFileOf } from '../files/textFile.ts';
import type { FileState } from './fileState.ts';
import type { FileStep } from './record.ts';
import type { PlannedStep } from './workingCopy.ts';

// What the plan takes back, if it does.
export interface TakenBack {
  readonly undoes?: string;
  readonly undoesPart?: UndonePart;
  readonly undoesAll?: readonly string[];
}

export class DiskPlan implements ChangePlan {
  readonly steps: readonly PlannedStep[];
  readonly emptied: readonly string[];
  readonly takenBack: TakenBack;
  readonly files: readonly PlannedFile[];
  readonly undoes?: string;
  readonly undoesPart?: UndonePart;
  readonly undoesAll?: readonly string[];
  readonly isCutShort?: true;
  readonly #byPath: ReadonlyMap<string, PlannedFile>;

  constructor(root: string, steps: readonly PlannedStep[], emptied: readonly string[], takenBack: TakenBack = {}, isCutShort = false) {
    this.steps = steps;
    this.emptied = emptied;
    this.takenBack = takenBack;
    this.#byPath = new Map(steps.map((step) => [step.path, plannedFile(root, step, steps)]));
    this.files = listedSteps(root, steps).map(({ file }) => file);
    if (takenBack.undoes !== undefined) this.undoes = takenBack.undoes;
    if (takenBack.undoesPart !== undefined) this.undoesPart = takenBack.undoesPart;
    if (takenBack.undoesAll !== undefined) this.undoesAll = takenBack.undoesAll;
    if (isCutShort) this.isCutShort = true;
  }

  fileAt(path: string): PlannedFile | undefined {
    return this.#byPath.get(path);
  }
}

// A file that moved is listed once, where it is now.
export function listedSteps<Step extends PlannedStep>(root: string, steps: readonly Step[]): readonly { readonly step: Step; readonly file: PlannedFile }[] {
  const left = new Set(steps.flatMap(({ movedFrom }) => movedFrom ?? []));
  return steps.filter(({ path, after }) => after !== undefined || !left.has(path)).map((step) => ({ step, file: plannedFile(root, step, steps) }));
}

export function withLineCounts(step: PlannedStep, file: PlannedFile | undefined): FileStep {
  const { addedLines, removedLines } = file === undefined ? NO_LINES : changedFileOf(file);
  return { ...step, addedLines, removedLines };
}

const NO_LINES = { addedLines: 0, removedLines: 0 };

// With what it held where it was.
export function plannedFile(root: string, step: PlannedStep, all: readonly PlannedStep[]): PlannedFile {
  const source = step.movedFrom === undefined ? undefined : all.find(({ path }) => path === step.movedFrom);
  return {
    uri: uriOf(resolve(root, step.path)),
    ...(step.movedFrom !== undefined && { movedFrom: uriOf(resolve(root, step.movedFrom)) }),
    before: textIn(source === undefined ? step.before : source.before),
    after: textIn(step.after),
  };
}

function textIn(state: FileState): PlannedText | undefined {
  if (state === undefined) return undefined;
  if (state.kind === 'link') return { text: `-> ${state.target}\n`, link: true };
  const file = textFileOf(state.bytes);
  if (file === undefined) return { binaryBytes: state.bytes.length };
  const encoding = encodingName(file);
  return { text: file.text, ...(encoding !== undefined && { encoding }) };
}

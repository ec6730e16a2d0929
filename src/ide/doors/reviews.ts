// What a person is asked before it happens, as plain data: a proposal taken apart into hunks, and what an answer leaves of it.
import { holdsConflict } from '../../base/text/conflictMarks.ts';
import { hunksBetween, type LineHunk, linesOf } from '../../base/text/lineDiff.ts';
import { TextSnapshot } from '../text.ts';
import { editsBetween, type FileOperation, type WorkspaceEdit } from '../workspaceEdit.ts';
import type { PlannedFile, PlannedText } from './changes.ts';

export interface ReviewProposal {
  // With a permission, no ends the call; an opinion is an answer either way.
  readonly asks: 'permission' | 'opinion';
  readonly tool: string;
  // What would happen, in a few words.
  readonly title: string;
  // Why a person must decide, where it is not the policy alone that says so.
  readonly why?: string | undefined;
  // Empty where the question is only whether the tool may run.
  readonly files: readonly PlannedFile[];
  // What the tool was given, where no files show what it does.
  readonly parameters?: unknown;
  // What would be run, where the parameters do not say it themselves.
  readonly runs?: readonly unknown[] | undefined;
  // It takes back an earlier change, whose new files are not only text.
  readonly undoes?: string | undefined;
  // Only the person's own policy asks, so a grant of theirs would have answered; with the absolute paths of what it changes, where it shows that.
  readonly grantable?: { readonly paths?: readonly string[] | undefined } | undefined;
}

// What a person says of one line, as agents read it: the file by its name in the review, the line from 1.
export interface ReviewComment {
  readonly file: string;
  readonly line: number;
  // Of the text before; else it is a line of the new one.
  readonly side?: 'old' | 'new';
  readonly text: string;
}

export interface Feedback {
  readonly note?: string | undefined;
  readonly comments?: readonly ReviewComment[] | undefined;
}

export interface ProposedHunk extends LineHunk {
  // From 1, through all files of the proposal.
  readonly number: number;
  readonly uri: string;
  // Whole files can only be taken or left.
  readonly kind: 'text' | 'create' | 'delete' | 'move' | 'whole';
}

export type ReviewerAnswer = Feedback &
  (
    | { readonly decision: 'reject' }
    // A rejection that says what shall be different.
    | { readonly decision: 'sendBack' }
    // Without hunks, all of them. Texts, by URI, are what the person wants these files to hold instead.
    | {
        readonly decision: 'accept';
        readonly hunks?: readonly number[] | undefined;
        readonly texts?: ReadonlyMap<string, string> | undefined;
        // It was a grant that accepted it, of this number.
        readonly grant?: number | undefined;
      }
  );

export type Decision =
  // `by` is where the answer was given, as in "the terminal".
  | (ReviewerAnswer & { readonly by: string })
  // Timeout, disconnect and closed window mean no.
  | { readonly decision: 'none'; readonly why: string };

// The decision of a person on exactly this proposal; throws ReviewWanted while there is none.
export type Decide = (proposal: ReviewProposal) => Decision;

// Ends the work of a call until a person has decided; then it is done anew, for the world may have changed.
export class ReviewWanted extends Error {
  readonly proposal: ReviewProposal;

  constructor(proposal: ReviewProposal) {
    super(`a person must decide: ${proposal.title}`);
    this.proposal = proposal;
  }
}

export function proposedHunks({ files, undoes }: ReviewProposal): readonly ProposedHunk[] {
  return numberedHunks(files, undoes !== undefined);
}

// Of a proposal, a plan or a change set: what can be taken or left, in the order of its files.
export function numberedHunks(files: readonly PlannedFile[], undoing = false): readonly ProposedHunk[] {
  let number = 0;
  return files.flatMap((file) => hunksOfFile(file, undoing).map((hunk) => ({ ...hunk, uri: file.uri, number: ++number })));
}

export function isSameProposal(a: ReviewProposal, b: ReviewProposal): boolean {
  return a.tool === b.tool && JSON.stringify([a.files, a.parameters, a.runs]) === JSON.stringify([b.files, b.parameters, b.runs]);
}

// Why an answer does not fit the proposal; undefined when it does.
export function problemOf(proposal: ReviewProposal, answer: ReviewerAnswer): string | undefined {
  if (answer.decision !== 'accept') return undefined;
  const hunks = proposedHunks(proposal);
  const unknown = (answer.hunks ?? []).filter((number) => !hunks.some((hunk) => hunk.number === number));
  if (unknown.length > 0) return hunks.length === 0 ? 'this review has no hunks' : `there is no hunk ${unknown.join(', ')}; they are 1 to ${hunks.length}`;
  if (answer.hunks?.length === 0 && (answer.texts?.size ?? 0) === 0) return 'no hunk is accepted; reject it instead';
  for (const uri of answer.texts?.keys() ?? []) {
    const file = proposal.files.find((candidate) => candidate.uri === uri);
    if (file === undefined) return `${uri} is not a file of this review`;
    if (file.after === undefined || !isText(file)) return `${uri} holds no text that could be edited`;
  }
  const unresolved = acceptedFiles(proposal, answer).filter(({ before, after }) => holdsConflict(textIn(after)) && !holdsConflict(textIn(before)));
  if (unresolved.length > 0)
    return `${unresolved.map(({ uri }) => lastPart(uri)).join(', ')} still holds both sides of a conflict between marks: edit its text, or leave it out`;
  const whole = isWhole(proposal, answer) ? [] : accepted(hunks, answer).filter(({ kind }) => kind === 'whole');
  if (whole.length > 0) return `hunk ${whole.map((hunk) => hunk.number).join(', ')} is not text, so it goes only with everything else`;
  return undefined;
}

export function isWhole(proposal: ReviewProposal, answer: ReviewerAnswer): boolean {
  if (answer.decision !== 'accept' || (answer.texts?.size ?? 0) > 0) return false;
  return answer.hunks === undefined || proposedHunks(proposal).every(({ number }) => answer.hunks?.includes(number));
}

// The files as the answer leaves them; those of which nothing is left are not among them.
export function acceptedFiles(proposal: ReviewProposal, answer: ReviewerAnswer): readonly PlannedFile[] {
  if (answer.decision !== 'accept') return [];
  if (isWhole(proposal, answer)) return proposal.files;
  const hunks = accepted(proposedHunks(proposal), answer);
  return proposal.files.flatMap((file) => {
    const edited = answer.texts?.get(file.uri);
    const own = hunks.filter(({ uri }) => uri === file.uri);
    return edited === undefined && own.length === 0 ? [] : [acceptedFile(file, own, edited)];
  });
}

// The wish that makes these files of what is there.
export function editFor(files: readonly PlannedFile[]): WorkspaceEdit {
  return { operations: files.flatMap(operationsFor) };
}

function hunksOfFile(file: PlannedFile, undoing: boolean): readonly Omit<ProposedHunk, 'number' | 'uri'>[] {
  const { before, after, movedFrom } = file;
  const moved = movedFrom === undefined ? [] : [{ ...NO_LINES, kind: 'move' as const }];
  if (after === undefined) return [{ ...NO_LINES, removed: linesIn(before), kind: 'delete' }];
  if (before === undefined) return [{ ...NO_LINES, added: linesIn(after), kind: undoing || !isPlain(after) ? 'whole' : 'create' }];
  if (!isPlain(before) || !isPlain(after)) return moved.length > 0 && sameBytes(before, after) ? moved : [{ ...NO_LINES, kind: 'whole' }];
  const hunks = hunksBetween(before.text, after.text).map((hunk) => ({ ...hunk, kind: 'text' as const }));
  if (hunks.length + moved.length === 0) return [{ ...NO_LINES, kind: 'whole' }];
  return [...moved, ...hunks];
}

const NO_LINES = { oldStart: 0, newStart: 0, removed: [], added: [] } as const;

function accepted(hunks: readonly ProposedHunk[], answer: ReviewerAnswer): readonly ProposedHunk[] {
  if (answer.decision !== 'accept') return [];
  return hunks.filter(({ number }) => answer.hunks?.includes(number) ?? true);
}

function acceptedFile(file: PlannedFile, hunks: readonly ProposedHunk[], edited: string | undefined): PlannedFile {
  const { uri, movedFrom, before } = file;
  if (hunks.some(({ kind }) => kind === 'delete' || kind === 'whole')) return file;
  const moves = hunks.some(({ kind }) => kind === 'move');
  const place = movedFrom === undefined ? { uri } : moves ? { uri, movedFrom } : { uri: movedFrom };
  if (edited !== undefined) return { ...place, before, after: { text: edited } };
  if (before === undefined || !('text' in before)) return { ...place, before, after: file.after };
  const lines = linesOf(before.text);
  for (const { kind, oldStart, removed, added } of hunks.toReversed()) if (kind === 'text') lines.splice(oldStart, removed.length, ...added);
  return { ...place, before, after: { text: lines.join('') } };
}

function operationsFor({ uri, movedFrom, before, after }: PlannedFile): readonly FileOperation[] {
  if (after === undefined) return [{ kind: 'delete', uri, ifMissing: 'fail' }];
  const text = 'text' in after ? after.text : undefined;
  if (before === undefined) return [{ kind: 'create', uri, text: text ?? '', ifExists: 'fail' }];
  const moved: readonly FileOperation[] = movedFrom === undefined ? [] : [{ kind: 'move', uri: movedFrom, to: uri, ifExists: 'fail' }];
  return [...moved, ...textOperation(uri, 'text' in before ? before.text : '', text)];
}

function textOperation(uri: string, before: string, after: string | undefined): readonly FileOperation[] {
  if (after === undefined || after === before) return [];
  return [{ kind: 'edit', uri, edits: editsBetween(new TextSnapshot({ uri, text: before, version: 0, languageId: '' }), after) }];
}

function isText({ before, after }: PlannedFile): boolean {
  return [before, after].every((side) => side === undefined || 'text' in side);
}

// The text of a link only says where it leads.
function isPlain(side: NonNullable<PlannedFile['before']>): side is Extract<PlannedText, { text: string }> {
  return 'text' in side && side.link !== true;
}

function textIn(side: PlannedFile['before']): string {
  return side !== undefined && 'text' in side ? side.text : '';
}

function lastPart(uri: string): string {
  return decodeURIComponent(uri.slice(uri.lastIndexOf('/') + 1));
}

function linesIn(side: PlannedFile['before']): readonly string[] {
  return side !== undefined && 'text' in side ? linesOf(side.text) : [];
}

function sameBytes(before: PlannedFile['before'], after: PlannedFile['after']): boolean {
  return JSON.stringify(before) === JSON.stringify(after);
}

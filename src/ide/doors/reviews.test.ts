// What an answer leaves of a proposal: all of it, some hunks, other text, or nothing.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openScriptedIde } from '../../hosts/scripted/scriptedIde.ts';
import type { PlannedFile } from './changes.ts';
import { acceptedFiles, editFor, isSameProposal, isWhole, problemOf, proposedHunks, type ReviewProposal } from './reviews.ts';

const changed: PlannedFile = { uri: 'file:///p/a.ts', before: { text: 'one\na\ntwo\n' }, after: { text: 'ONE\na\nTWO\n' } };
const created: PlannedFile = { uri: 'file:///p/new.ts', before: undefined, after: { text: 'new\n' } };
const deleted: PlannedFile = { uri: 'file:///p/old.ts', before: { text: 'old\n' }, after: undefined };
const moved: PlannedFile = { uri: 'file:///p/to.ts', movedFrom: 'file:///p/from.ts', before: { text: 'x\ny\n' }, after: { text: 'X\ny\n' } };
const image: PlannedFile = { uri: 'file:///p/a.png', before: { binaryBytes: 3 }, after: { binaryBytes: 4 } };

const proposing = (...files: PlannedFile[]): ReviewProposal => ({ asks: 'permission', tool: 'edit_file', title: 'edit', files });

test('hunks are numbered through all files; a file that comes, goes or moves is one of them', () => {
  const kinds = proposedHunks(proposing(changed, created, deleted, moved, image)).map(({ number, kind, uri }) => `${number} ${kind} ${uri.slice(9)}`);
  expect(kinds).toEqual(['1 text /a.ts', '2 text /a.ts', '3 create /new.ts', '4 delete /old.ts', '5 move /to.ts', '6 text /to.ts', '7 whole /a.png']);
});

test('only what is accepted is left, and files of which nothing is left are gone', () => {
  const proposal = proposing(changed, created, deleted, moved);
  expect(acceptedFiles(proposal, { decision: 'accept', hunks: [2, 4] })).toEqual([{ ...changed, after: { text: 'one\na\nTWO\n' } }, deleted]);
  expect(acceptedFiles(proposal, { decision: 'accept' })).toEqual(proposal.files);
  expect(acceptedFiles(proposal, { decision: 'reject' })).toEqual([]);
});

test('a file may move without its edits, and be edited without moving', () => {
  expect(acceptedFiles(proposing(moved), { decision: 'accept', hunks: [1] })).toEqual([{ ...moved, after: { text: 'x\ny\n' } }]);
  expect(acceptedFiles(proposing(moved), { decision: 'accept', hunks: [2] })).toEqual([
    { uri: 'file:///p/from.ts', before: { text: 'x\ny\n' }, after: { text: 'X\ny\n' } },
  ]);
});

test('a text of the person takes the place of the proposed one', () => {
  const answer = { decision: 'accept', texts: new Map([[created.uri, 'mine\n']]) } as const;
  expect(acceptedFiles(proposing(changed, created), answer)).toEqual([changed, { ...created, after: { text: 'mine\n' } }]);
  expect(isWhole(proposing(changed, created), answer)).toBe(false);
});

test.each([
  ['an unknown hunk', { decision: 'accept', hunks: [3] } as const, 'there is no hunk 3; they are 1 to 2'],
  ['no hunk at all', { decision: 'accept', hunks: [] } as const, 'reject it instead'],
  ['a text for a file that is not there', { decision: 'accept', texts: new Map([['file:///p/b.ts', '']]) } as const, 'not a file of this review'],
])('%s does not fit', (_, answer, problem) => {
  expect(problemOf(proposing(changed), answer)).toContain(problem);
});

test('a binary file is accepted only with the whole plan, and has no text to edit', () => {
  expect(problemOf(proposing(changed, image), { decision: 'accept', hunks: [1, 3] })).toContain('hunk 3 is not text');
  expect(problemOf(proposing(changed, image), { decision: 'accept', hunks: [1, 2, 3] })).toBeUndefined();
  expect(problemOf(proposing(changed, image), { decision: 'accept', hunks: [1] })).toBeUndefined();
  expect(problemOf(proposing(image), { decision: 'accept', texts: new Map([[image.uri, 'x']]) })).toContain('no text that could be edited');
  // An undo brings back modes and links too, which a text does not carry.
  expect(problemOf({ ...proposing(created, changed), undoes: 'change1' }, { decision: 'accept', hunks: [1] })).toContain('hunk 1 is not text');
});

test('a proposal is the same only when every text before and after is', () => {
  expect(isSameProposal(proposing(changed), proposing({ ...changed }))).toBe(true);
  expect(isSameProposal(proposing(changed), proposing({ ...changed, before: { text: 'one\nb\ntwo\n' } }))).toBe(false);
});

test('whatever hunks are accepted of whatever change, planning the wish gives exactly these files', async () => {
  const word = fc.constantFrom('a', 'b', 'c', '');
  const text = fc.array(word, { maxLength: 8 }).map((lines) => lines.map((line) => `${line}\n`).join(''));
  await fc.assert(
    fc.asyncProperty(text, text, fc.array(fc.boolean(), { minLength: 9, maxLength: 9 }), async (before, after, wanted) => {
      fc.pre(before !== '' && before !== after);
      const ide = openScriptedIde(`\n// @file a.txt\n${before}`);
      const uri = ide.documents.uriOf('a.txt');
      const now = (await ide.documents.read(uri)).text;
      const proposal = proposing({ uri, before: { text: now }, after: { text: after } });
      const hunks = proposedHunks(proposal).filter(({ number }) => wanted[number - 1]);
      const accepted = acceptedFiles(proposal, { decision: 'accept', hunks: hunks.map(({ number }) => number) });
      const plan = await ide.changes.plan(editFor(accepted), new AbortController().signal);
      expect(plan.files).toEqual(accepted);
      expect(accepted.length > 0).toBe(hunks.length > 0);
    }),
    { numRuns: 200 },
  );
});

// How a refactoring is asked for and carried out for an agent: only with whole knowledge, unless the agent says otherwise.
import { z } from 'zod';
import type { Answer } from '../../../ide/answer.ts';
import { knowledgeIncomplete } from '../../../ide/errors/editErrors.ts';
import { lineOutOfRange } from '../../../ide/errors/errors.ts';
import type { Refactored } from '../../../ide/refactorings.ts';
import type { Range, TextSnapshot } from '../../../ide/text.ts';
import type { ProjectContext } from '../../tool.ts';
import { type ChangeOutput, carryOut, type Intention } from '../../words/change.ts';
import { lineCountOf, lineNumber, positionAt } from '../../words/place.ts';

export const selectionInput = {
  start_line: lineNumber.describe('From 1.'),
  start_column: lineNumber.optional().describe('Without: where the line begins.'),
  end_line: lineNumber.describe('Inclusive.'),
  end_column: lineNumber.optional().describe('Exclusive. Without: where the line ends.'),
};

export const newName = z.string().min(1).describe('Of the new one.');
export const allowIncomplete = z.boolean().default(false).describe('Even if uses may be missed.');

interface Selection {
  readonly start_line: number;
  readonly start_column?: number | undefined;
  readonly end_line: number;
  readonly end_column?: number | undefined;
}

export function selectionIn(document: TextSnapshot, file: string, given: Selection): Range {
  for (const line of [given.start_line, given.end_line]) if (line > lineCountOf(document) + 1) throw lineOutOfRange(file, line, lineCountOf(document));
  // Whole statements are what agents select most, and columns what they get wrong most.
  const start = positionAt(given.start_line, given.start_column ?? firstColumn(document, given.start_line));
  return { start, end: positionAt(given.end_line, given.end_column ?? endColumn(document, given.end_line)) };
}

// Of its first and behind its last character that is no white space.
const firstColumn = (document: TextSnapshot, line: number) => (/^\s*/.exec(document.line(line - 1) ?? '')?.[0].length ?? 0) + 1;
const endColumn = (document: TextSnapshot, line: number) => (document.line(line - 1) ?? '').trimEnd().length + 1;

export function carryOutRefactoring(
  context: ProjectContext<'changes'>,
  answer: Answer<Refactored>,
  intention: Intention & { readonly allowIncomplete: boolean },
): Promise<ChangeOutput> {
  const gaps = answer.complete ? [] : [answer.why];
  if (!answer.complete && !intention.allowIncomplete) throw knowledgeIncomplete(intention.tool, answer.why);
  const notes = [...(intention.notes ?? []), ...answer.value.notes, ...gaps.map((why) => `Not every use is known: ${why}`)];
  return carryOut(context, answer.value.edit, { ...intention, notes });
}

// How far an answer's knowledge goes, as agents read it: whole or not and why, which engine said so, what happened on the way, what was not searched.
import { z } from 'zod';
import { withoutRepeats } from '../../base/text/withoutRepeats.ts';
import type { Answer } from '../../ide/answer.ts';

export const certificateOutput = {
  complete: z.boolean(),
  why: z.string().optional(),
  engine: z.string().optional(),
  notes: z.array(z.string()).optional(),
  // Where the word stands that no engine looked into; words/notSearched.ts says it.
  notSearched: z.string().optional(),
};

export interface Certificate {
  complete: boolean;
  why?: string | undefined;
  engine?: string | undefined;
  notes?: string[] | undefined;
  notSearched?: string | undefined;
}

// What is built from several answers is whole only when all of them are.
export function certificateOf(answers: readonly Answer<unknown>[], notes: readonly string[] = [], notSearched?: string): Certificate {
  const whys = unique(answers.flatMap((answer) => (answer.complete ? [] : [answer.why])));
  const engines = unique(answers.flatMap((answer) => (answer.engine === undefined ? [] : [answer.engine])));
  const shown = withoutRepeats([...notes, ...answers.flatMap((answer) => answer.notes ?? [])], whys);
  return {
    complete: whys.length === 0,
    ...(whys.length > 0 && { why: whys.join(' ') }),
    ...(engines.length > 0 && { engine: engines.join(', ') }),
    ...(shown.length > 0 && { notes: shown }),
    ...(notSearched !== undefined && { notSearched }),
  };
}

// The lines a printed answer ends with; nothing when all is well.
export function tellCertificate(certificate: Certificate): string[] {
  return [
    ...(certificate.complete ? [] : [`INCOMPLETE: ${certificate.why ?? 'the engine could not see everything.'}`]),
    ...(certificate.notes ?? []).map((note) => `Note: ${note}`),
    ...(certificate.notSearched === undefined ? [] : [`Not searched, though the word is there: ${certificate.notSearched}`]),
  ];
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}

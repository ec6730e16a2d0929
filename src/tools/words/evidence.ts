// What is known of a change set besides its diff, as agents read it: one short word for each kind of evidence.
import { z } from 'zod';
import type { Evidence } from '../../ide/doors/changes.ts';
import type { Delta } from './verification/errorDelta.ts';

export const evidenceOutput = z.array(
  z.object({ kind: z.string(), verdict: z.enum(['good', 'bad', 'doubtful']), summary: z.string(), facts: z.record(z.string(), z.unknown()).optional() }),
);

export type EvidenceRow = z.infer<typeof evidenceOutput>[number];

// Facts are for whoever asks about one change.
export function evidenceRows(evidence: readonly Evidence[], withFacts: boolean): EvidenceRow[] {
  return evidence.map(({ kind, verdict, summary, facts }) => ({ kind, verdict, summary, ...(withFacts && facts !== undefined && { facts }) }));
}

export function tellEvidence(rows: readonly EvidenceRow[]): string {
  return rows.map(({ verdict, summary }) => `${SIGNS[verdict]} ${summary}`).join(' · ');
}

const SIGNS = { good: '✓', bad: '✕', doubtful: '⚠' } as const;

// What compilers said of the change, before and after.
export function errorEvidence({ appeared, gone, unverified }: Delta): Evidence {
  const count = `${appeared.length} new error${appeared.length === 1 ? '' : 's'}`;
  return {
    kind: 'errors',
    verdict: appeared.length > 0 ? 'bad' : unverified === undefined ? 'good' : 'doubtful',
    summary: `${count}${gone.length === 0 ? '' : `, ${gone.length} fixed`}${unverified === undefined ? '' : ', not all known'}`,
    time: new Date().toISOString(),
    facts: { new: appeared.length, fixed: gone.length, ...(unverified !== undefined && { unverified }) },
  };
}

// The proof that a change carries: each kind with its verdict, doubt and failures first.
import { Status } from '../../parts/status.tsx';
import { Text } from '../../parts/text.tsx';

export interface ShownEvidence {
  readonly kind: string;
  readonly verdict: 'good' | 'bad' | 'doubtful';
  readonly summary: string;
}

const STATES = { good: 'ok', bad: 'error', doubtful: 'warning' } as const;
const ORDER = { bad: 0, doubtful: 1, good: 2 } as const;

export function EvidenceStrip({ evidence }: { readonly evidence: readonly ShownEvidence[] }) {
  if (evidence.length === 0) return <p class="evidence muted">Nothing is known about this change yet: neither errors nor tests were asked since.</p>;
  return (
    <ul class="evidence">
      {[...evidence]
        .sort((one, other) => ORDER[one.verdict] - ORDER[other.verdict])
        .map(({ kind, verdict, summary }) => (
          <li key={kind}>
            <Status state={STATES[verdict]} />
            <Text text={summary} />
          </li>
        ))}
    </ul>
  );
}

// What a row of the list has room for: the worst of it.
export function EvidenceGlyph({ evidence }: { readonly evidence: readonly ShownEvidence[] }) {
  const [worst] = [...evidence].sort((one, other) => ORDER[one.verdict] - ORDER[other.verdict]);
  return worst === undefined ? null : <Status state={STATES[worst.verdict]} title={evidence.map(({ summary }) => summary).join(', ')} />;
}

// A journal for tests: what each call has said of itself, the last word of each turn.
import type { CallJournal, CallRecord, Mutable, NotedCall } from '../../src/server/history/callRecord.ts';
import { cleanRecord } from '../../src/server/history/cleanRecord.ts';

export function journalInto(records: CallRecord[]): CallJournal {
  let noted = new Set<NotedCall>();
  const read = () => {
    const calls = noted;
    noted = new Set();
    for (const call of calls) {
      const record = wholeRecord(call);
      cleanRecord(record, call.secrets());
      records.push(record);
    }
  };
  return {
    note(call) {
      if (noted.size === 0) queueMicrotask(read);
      noted.add(call);
    },
  };
}

function wholeRecord(call: NotedCall): Mutable<CallRecord> {
  const answer = call.answer();
  return { ...call.record(), ...(answer !== undefined && { result: answer }) };
}

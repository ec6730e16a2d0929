// The newest calls of the history as rows; older ones are asked for by history.list.
import type { CallRecord } from '../../server/history/callRecord.ts';
import type { History } from '../../server/history/journal.ts';
import type { Catalogue } from '../../tools/catalogue.ts';
import type { CallRow } from '../protocol/rows.ts';
import type { TopicSource } from '../sources.ts';
import { shortText } from './shortText.ts';

// Enough for several screens, and little enough for the first one to be there at once.
const NEWEST = 500;
const LONGEST_NAME = 60;
const LONGEST_CAPTION = 90;
const LONGEST_ERROR = 80;

export function callsTopic(history: Pick<History, 'list' | 'onEvent'>, catalogue: Catalogue): TopicSource<'calls'> {
  return {
    topic: 'calls',
    async rows() {
      const newest = await history.list({ requests: true, limit: NEWEST });
      return newest.toReversed().map((record) => callRow(record, catalogue));
    },
    onChange: (listener) =>
      history.onEvent((event) => listener(event.kind === 'cleared' ? { kind: 'all' } : { kind: 'rows', rows: [callRow(event.record, catalogue)] })),
  };
}

// Calls that were made for it are in its details.
export function callRow(record: CallRecord, catalogue: Catalogue): CallRow {
  const { id, time, tool, ownTool, caption, client, connection, door, dialect, project, status, durationMs, answerTokens, changeId, grant, error, isRequest } =
    record;
  const known = catalogue.find(ownTool ?? tool);
  const files = (record.affectedFiles?.length ?? 0) + (record.moreFiles ?? 0);
  return {
    id,
    time,
    tool: shortText(tool, LONGEST_NAME),
    ...(ownTool !== undefined && { ownTool }),
    ...(known !== undefined && { title: known.title, effect: known.effect }),
    ...(caption !== undefined && { caption: shortText(caption, LONGEST_CAPTION) }),
    client: shortText(client, LONGEST_NAME),
    ...(connection !== undefined && { connection }),
    ...(door !== undefined && { door }),
    ...(dialect !== undefined && { dialect }),
    ...(project !== undefined && { project }),
    status,
    ...(durationMs !== undefined && { milliseconds: durationMs }),
    ...(answerTokens !== undefined && { tokens: answerTokens }),
    ...(files > 0 && { files }),
    ...(changeId !== undefined && { changeId }),
    ...(grant !== undefined && { grant: String(grant) }),
    ...(error !== undefined && { error: shortText(error, LONGEST_ERROR) }),
    ...(isRequest === true && { isRequest }),
  };
}

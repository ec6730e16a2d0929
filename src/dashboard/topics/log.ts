// The newest lines of the daemon's log, and each new one as it is written.
import type { HeardLine, LogEvents } from '../../base/log.ts';
import { redactedText } from '../../base/text/redaction.ts';
import type { WrittenLine } from '../../base/writtenLines.ts';
import type { LogRow } from '../protocol/rows.ts';
import type { TopicChange, TopicSource } from '../sources.ts';
import { Followed } from './followed.ts';
import { shortText } from './shortText.ts';

const NEWEST = 500;
const LONGEST_TEXT = 200;

export interface LogParts {
  // What all daemons of this user wrote, oldest first.
  readonly lines: () => Promise<readonly WrittenLine[]>;
  readonly events: LogEvents;
}

export function logTopic({ lines, events }: LogParts): TopicSource<'log'> {
  // What was heard since somebody listens, and how many lines that were: so many of ours at the end of the file are not read again.
  let heard: LogRow[] = [];
  let count = 0;
  let number = 0;
  const changes = new Followed<TopicChange<'log'>>((tell) => {
    const listening = events.listen((line) => {
      const row = heardRow(line, ++number);
      heard = [...heard, row].slice(-NEWEST);
      count += 1;
      tell({ kind: 'rows', rows: [row] });
    });
    return {
      [Symbol.dispose]() {
        listening[Symbol.dispose]();
        heard = [];
        count = 0;
      },
    };
  });
  return {
    topic: 'log',
    async rows() {
      // Asked before the file: a line that comes meanwhile is rather shown twice than not at all.
      let known = count;
      const written = await lines();
      const earlier = written
        .toReversed()
        .filter(({ processId }) => processId !== process.pid || known-- <= 0)
        .toReversed();
      return [...earlier.slice(-NEWEST).map(writtenRow), ...heard].slice(-NEWEST);
    },
    onChange: (listener) => changes.listen(listener),
  };
}

function heardRow({ level, text }: HeardLine, number: number): LogRow {
  return { id: `heard ${number}`, time: new Date().toISOString(), level, text: shortText(text, LONGEST_TEXT) };
}

function writtenRow({ time, level, processId, text }: WrittenLine, index: number): LogRow {
  return { id: `${time} ${processId} ${index}`, time, level, text: shortText(redactedText(text), LONGEST_TEXT) };
}

// Pointing an agent to the file, or to the lines that are selected.
import { type Signal, useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import type { EditorPlace, TextRange } from '../../../../src/dashboard/protocol/editor.ts';
import type { ClientRow } from '../../../../src/dashboard/protocol/rows.ts';
import { Icon } from '../../parts/icons.tsx';
import { Menu } from '../../parts/menu.tsx';
import { lastPart, shortClient } from '../../parts/names.ts';
import { ask, shownError } from '../../wire/asking.ts';
import { isLost } from '../../wire/connection.ts';
import { useTopic } from '../../wire/useTopic.ts';

type Lines = { readonly first: number; readonly last: number };

export interface Mentioning {
  // What came of the last one, for a while.
  readonly said: Signal<string>;
  // Without a connection: whoever listens.
  start(to: ClientRow | undefined): void;
}

// Whole lines; one at whose beginning the selection ends is not among them. Undefined where nothing is selected: then it is the file.
export function mentionedLines({ line, column, endLine, endColumn }: TextRange): Lines | undefined {
  if (line === endLine && column === endColumn) return undefined;
  return { first: line, last: endColumn === 1 && endLine > line ? endLine - 1 : endLine };
}

function linesInWords(lines: Lines | undefined): string {
  return lines === undefined ? '' : lines.first === lines.last ? `:${lines.first}` : `:${lines.first}–${lines.last}`;
}

const SAID_FOR = 6_000;

export function useMention(place: EditorPlace, linesNow: () => Lines | undefined): Mentioning {
  const said = useSignal('');
  return useMemo(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const say = (words: string) => {
      said.value = words;
      clearTimeout(timer);
      timer = setTimeout(() => {
        said.value = '';
      }, SAID_FOR);
    };
    return {
      said,
      start(to) {
        const lines = linesNow();
        const what = `${lastPart(place.file)}${linesInWords(lines)}`;
        ask('editor.mention', { ...place, ...(lines !== undefined && { lines }), ...(to !== undefined && { connection: to.id }) }).then(
          ({ listening }) =>
            say(listening === 0 ? `Nobody listens: ${NOBODY}` : `Mentioned ${what} to ${to === undefined ? agents(listening) : shortClient(to.client)}`),
          (thrown: unknown) => say(shownError(thrown).message),
        );
      },
    };
  }, [place.project, place.file]);
}

const NOBODY = 'start claude in this folder and type /ide.';

function agents(count: number): string {
  return count === 1 ? 'the agent that listens' : `${count} agents`;
}

// The connections that take mentions say so by their dialect.
const LISTENING = /Ide(?:Seed)?$/;

export function MentionButton({ place, mention, selection }: { readonly place: EditorPlace; readonly mention: Mentioning; readonly selection: TextRange }) {
  const clients = useTopic('clients').rows.value.filter(({ dialect, root }) => LISTENING.test(dialect ?? '') && (root === undefined || root === place.project));
  const lines = mentionedLines(selection);
  return (
    <span class="file-mention">
      <button
        type="button"
        class="button needs-daemon"
        disabled={isLost.value}
        title={`Point ${clients.length > 1 ? 'all agents that listen' : 'the agent'} to ${lines === undefined ? 'this file' : 'the selected lines'} (m, in the text Alt M)`}
        onClick={() => mention.start(undefined)}
      >
        <Icon name="mention" />
        <span>Mention{lines === undefined ? '' : linesInWords(lines).replace(':', lines.first === lines.last ? ' line ' : ' lines ')}</span> <kbd>m</kbd>
      </button>
      {clients.length > 1 && (
        <Menu
          label="Mention to one agent"
          button={<Icon name="down" />}
          items={clients.map((client) => ({ label: `${shortClient(client.client)} · ${client.id}`, run: () => mention.start(client) }))}
        />
      )}
    </span>
  );
}

// The tabs: one for each open file, with what is not saved, and the way to another.
import { useEffect, useRef } from 'preact/hooks';
import type { EditorPlace, EditorRow } from '../../../../src/dashboard/protocol/editor.ts';
import { hashOf } from '../../app/route.ts';
import { Icon } from '../../parts/icons.tsx';
import { lastPart } from '../../parts/names.ts';
import { Text } from '../../parts/text.tsx';
import { isLost } from '../../wire/connection.ts';

export interface FileTabsProps {
  readonly rows: readonly EditorRow[];
  readonly shown: EditorRow | undefined;
  // Of several, so that each says which is its own.
  readonly hasProjects: boolean;
  onShow(place: EditorPlace): void;
  onPin(place: EditorPlace): void;
  onClose(row: EditorRow): void;
  onOpen(): void;
}

export function FileTabs({ rows, shown, hasProjects, onShow, onPin, onClose, onOpen }: FileTabsProps) {
  const strip = useRef<HTMLUListElement>(null);
  useEffect(() => {
    strip.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [shown?.id]);
  return (
    <nav class="file-tabs" aria-label="Open files">
      <ul ref={strip}>
        {rows.map((row) => (
          <li key={row.id} class={`file-tab ${row === shown ? 'file-tab-shown' : ''} ${row.isPreview ? 'file-tab-preview' : ''}`}>
            <a
              href={hashOf({ view: 'files', id: row.file, query: { project: row.project } })}
              title={`${row.project}: ${row.file}${row.isPreview ? ' (only looked at: the next one takes its place)' : ''}`}
              aria-current={row === shown ? 'page' : undefined}
              onClick={(event) => {
                event.preventDefault();
                onShow(row);
              }}
              onDblClick={() => onPin(row)}
              onAuxClick={(event) => {
                if (event.button !== 1) return;
                event.preventDefault();
                onClose(row);
              }}
            >
              <span class="file-tab-name">
                <Text text={lastPart(row.file)} />
              </span>
              {hint(row, rows, hasProjects) !== '' && (
                <span class="file-tab-hint muted">
                  <Text text={hint(row, rows, hasProjects)} />
                </span>
              )}
              {row.unsaved !== undefined && <span class="unseen-word">not saved</span>}
            </a>
            <button
              type="button"
              class={`icon-button needs-daemon file-tab-close ${row.unsaved === undefined ? '' : 'file-tab-unsaved'}`}
              aria-label={`Close ${lastPart(row.file)}`}
              title="Close (W)"
              disabled={isLost.value}
              onClick={() => onClose(row)}
            >
              <Icon name="close" />
            </button>
          </li>
        ))}
      </ul>
      <button type="button" class="icon-button needs-daemon" aria-label="Open a file" title="Open a file (o)" disabled={isLost.value} onClick={onOpen}>
        <Icon name="search" />
      </button>
    </nav>
  );
}

// What tells two of one name apart.
function hint(row: EditorRow, rows: readonly EditorRow[], hasProjects: boolean): string {
  const alike = rows.filter((other) => other !== row && lastPart(other.file) === lastPart(row.file));
  const folder = alike.some(({ project }) => project === row.project) ? row.file.slice(0, -lastPart(row.file).length - 1) : '';
  return [hasProjects ? lastPart(row.project) : '', folder].filter((part) => part !== '').join(' · ');
}

// Every view and every key of this moment as a list to type in.
import { useState } from 'preact/hooks';
import { Dialog } from '../parts/dialog.tsx';
import { keyLayers } from '../parts/keys.ts';
import { go } from './router.ts';
import type { ViewEntry } from './views.ts';

interface Command {
  readonly title: string;
  readonly key: string;
  run(): void;
}

export function Palette({ entries, onClose }: { readonly entries: readonly ViewEntry[]; onClose(): void }) {
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const found = commands(entries).filter(({ title }) => matches(title, typed));
  const chosen = found[Math.min(at, found.length - 1)];
  const run = (command: Command | undefined) => {
    onClose();
    // Once the focus is back where it was.
    if (command !== undefined) setTimeout(() => command.run());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by !== undefined) setAt((Math.min(at, found.length - 1) + by + found.length) % Math.max(1, found.length));
    else if (event.key === 'Enter') run(chosen);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog title="Commands" class="palette" onClose={onClose}>
      <input
        type="text"
        class="palette-field"
        role="combobox"
        aria-label="Command"
        aria-expanded="true"
        aria-controls="palette-list"
        aria-activedescendant={chosen === undefined ? undefined : `palette-${found.indexOf(chosen)}`}
        placeholder="Type a command"
        autocomplete="off"
        spellcheck={false}
        value={typed}
        onInput={(event) => {
          setTyped(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div id="palette-list" class="palette-list" role="listbox" aria-label="Commands">
        {found.map((command, index) => (
          <div
            key={`${command.key} ${command.title}`}
            id={`palette-${index}`}
            role="option"
            tabIndex={-1}
            class="palette-entry"
            aria-selected={command === chosen}
            onClick={() => run(command)}
            onKeyDown={onKeyDown}
          >
            <span>{command.title}</span>
            <kbd>{command.key}</kbd>
          </div>
        ))}
        {found.length === 0 && <p class="empty">No command has these letters.</p>}
      </div>
    </Dialog>
  );
}

function commands(entries: readonly ViewEntry[]): readonly Command[] {
  const places = entries.map(({ title, name, key }) => ({ title: `Go to ${title}`, key: `g ${key}`, run: () => go(name) }));
  const actions = [...keyLayers.peek()]
    .reverse()
    .flatMap(({ current }) => current.bindings)
    .filter(({ key, does }) => does !== undefined && !key.startsWith('g ') && key !== ':')
    .map(({ key, does = '', run }) => ({ title: does, key, run: () => void run(new KeyboardEvent('keydown', { key })) }));
  return [...actions, ...places];
}

// The letters in their order, as people type them.
function matches(title: string, typed: string): boolean {
  const text = title.toLowerCase();
  let from = 0;
  for (const letter of typed.toLowerCase().replaceAll(' ', '')) {
    from = text.indexOf(letter, from) + 1;
    if (from === 0) return false;
  }
  return true;
}

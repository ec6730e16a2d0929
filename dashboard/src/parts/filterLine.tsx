// The line in which somebody types what a list should show; its words are the view's own.
import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { Icon } from './icons.tsx';
import { useKeys } from './keys.ts';

export interface FilterLineProps {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  // What of it is not understood, in a sentence.
  readonly complaint?: string | undefined;
  // Counts and buttons at its end.
  readonly children?: ComponentChildren;
  onChange(value: string): void;
}

export function FilterLine({ label, placeholder, value, complaint, children, onChange }: FilterLineProps) {
  const field = useRef<HTMLInputElement>(null);
  const leave = () => {
    if (document.activeElement !== field.current) return false;
    field.current?.blur();
    return true;
  };
  useKeys('Filter', [
    { key: '/', does: 'Filter', run: () => field.current?.focus() },
    { key: 'Escape', whileTyping: true, run: leave },
    { key: 'Enter', whileTyping: true, run: leave },
    {
      key: 'Backspace',
      does: 'Drop the last filter',
      run: () => {
        if (value === '') return false;
        onChange(withoutLast(value));
        return true;
      },
    },
  ]);
  return (
    <div class="filter-line" role="search">
      <Icon name="search" />
      <input
        ref={field}
        type="text"
        class="filter-field"
        aria-label={label}
        aria-invalid={complaint !== undefined}
        placeholder={placeholder}
        spellcheck={false}
        autocomplete="off"
        value={value}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
      {complaint !== undefined && (
        <span class="filter-complaint" role="status">
          {complaint}
        </span>
      )}
      {children}
    </div>
  );
}

// Without its last word; a quoted text is one.
export function withoutLast(value: string): string {
  return value
    .trimEnd()
    .replace(/(?:\S*"[^"]*"?|\S+)$/, '')
    .trimEnd();
}

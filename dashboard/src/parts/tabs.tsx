// Tabs by the pattern of ARIA: one of them is in the order of tabs, arrows move between them.
import type { ComponentChildren } from 'preact';
import { useId, useRef } from 'preact/hooks';

export interface Tab {
  readonly name: string;
  readonly title: string;
  readonly count?: number | undefined;
}

export interface TabsProps {
  readonly label: string;
  readonly tabs: readonly Tab[];
  readonly selected: string;
  // The panel of the selected one.
  readonly children: ComponentChildren;
  // At the end of the row, such as a button to copy.
  readonly actions?: ComponentChildren;
  onSelect(name: string): void;
}

export function Tabs({ label, tabs, selected, children, actions, onSelect }: TabsProps) {
  const id = useId();
  const row = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent) => {
    const at = tabs.findIndex(({ name }) => name === selected);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    const next = to === undefined ? undefined : tabs.at(to % tabs.length);
    if (next === undefined) return;
    event.preventDefault();
    onSelect(next.name);
    row.current?.querySelector<HTMLElement>(`[data-name="${next.name}"]`)?.focus();
  };
  return (
    <>
      <div class="tabs">
        <div ref={row} role="tablist" aria-label={label} class="tab-row" onKeyDown={move}>
          {tabs.map(({ name, title, count }) => (
            <button
              key={name}
              type="button"
              role="tab"
              id={`${id}-${name}`}
              data-name={name}
              class="tab"
              aria-selected={name === selected}
              aria-controls={`${id}-panel`}
              tabIndex={name === selected ? 0 : -1}
              onClick={() => onSelect(name)}
            >
              {title}
              {count !== undefined && <span class="count">{count}</span>}
            </button>
          ))}
        </div>
        {actions !== undefined && <div class="tab-actions">{actions}</div>}
      </div>
      <div role="tabpanel" id={`${id}-panel`} class="tab-panel" aria-labelledby={`${id}-${selected}`} tabIndex={0}>
        {children}
      </div>
    </>
  );
}

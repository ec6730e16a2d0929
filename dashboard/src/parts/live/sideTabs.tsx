// A few things of which one is shown beside them: a column at its left, and below 720 pixels a row above it.
import type { ComponentChildren } from 'preact';
import { useId, useRef } from 'preact/hooks';
import { type KeyBinding, useKeys } from '../keys.ts';
import { isNarrow } from '../media.ts';

export interface SideTab {
  readonly id: string;
  readonly label: ComponentChildren;
}

export interface SideTabsProps {
  readonly label: string;
  readonly tabs: readonly SideTab[];
  readonly selected: string | undefined;
  // Where j and k move something else, only [ and ] move between the tabs.
  readonly hasLetters?: boolean;
  // Below the last one, such as a button for another.
  readonly foot?: ComponentChildren;
  readonly children: ComponentChildren;
  onSelect(id: string): void;
}

export function SideTabs({ label, tabs, selected, hasLetters = true, foot, children, onSelect }: SideTabsProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const chosen = tabs.findIndex((tab) => tab.id === selected);
  const move = (by: number) => {
    const next = tabs[Math.max(0, Math.min(tabs.length - 1, chosen + by))];
    if (next === undefined || next.id === selected) return false;
    onSelect(next.id);
    if (list.current?.contains(document.activeElement) === true)
      requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('[aria-selected="true"]')?.focus());
    return true;
  };
  const within = (by: number) => () => (list.current?.contains(document.activeElement) === true ? move(by) : false);
  const letters: readonly KeyBinding[] = [
    { key: 'j', does: 'Next', run: () => move(1) },
    { key: 'k', does: 'Previous', run: () => move(-1) },
  ];
  useKeys(label, [
    ...(hasLetters ? letters : []),
    { key: ']', ...(!hasLetters && { does: 'Next' }), run: () => move(1) },
    { key: '[', ...(!hasLetters && { does: 'Previous' }), run: () => move(-1) },
    { key: isNarrow.value ? 'ArrowRight' : 'ArrowDown', run: within(1) },
    { key: isNarrow.value ? 'ArrowLeft' : 'ArrowUp', run: within(-1) },
  ]);
  return (
    <div class="side-tabs">
      <div class="side-tabs-column">
        <div ref={list} role="tablist" aria-label={label} aria-orientation={isNarrow.value ? 'horizontal' : 'vertical'} class="side-tabs-list">
          {tabs.map((tab) => (
            <button
              key={tab.id}
              type="button"
              role="tab"
              id={`${id}-${tab.id}`}
              class="side-tab"
              aria-selected={tab.id === selected}
              aria-controls={`${id}-panel`}
              tabIndex={tab.id === selected || (chosen === -1 && tab === tabs[0]) ? 0 : -1}
              onClick={() => onSelect(tab.id)}
            >
              {tab.label}
            </button>
          ))}
        </div>
        {foot !== undefined && <div class="side-tabs-foot">{foot}</div>}
      </div>
      <div role="tabpanel" id={`${id}-panel`} class="side-tabs-panel" {...(chosen !== -1 && { 'aria-labelledby': `${id}-${selected}` })}>
        {children}
      </div>
    </div>
  );
}

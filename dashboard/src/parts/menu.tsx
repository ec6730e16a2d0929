// A menu behind a button: a popover of the platform, moved through by arrows.
import type { ComponentChildren } from 'preact';
import { useId, useRef } from 'preact/hooks';

export interface MenuItem {
  readonly label: string;
  readonly key?: string;
  readonly isDangerous?: boolean;
  readonly isDisabled?: boolean;
  run(): void;
}

export function Menu({ label, button, items }: { readonly label: string; readonly button: ComponentChildren; readonly items: readonly MenuItem[] }) {
  const id = useId();
  const opener = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const entries = () => [...(menu.current?.querySelectorAll<HTMLElement>('[role="menuitem"]:not(:disabled)') ?? [])];
  const place = () => {
    const box = opener.current?.getBoundingClientRect();
    if (box === undefined || menu.current === null) return;
    const { offsetWidth, offsetHeight } = menu.current;
    menu.current.style.left = `${Math.max(4, Math.min(box.left, innerWidth - offsetWidth - 4))}px`;
    menu.current.style.top = `${box.bottom + offsetHeight + 4 > innerHeight ? Math.max(4, box.top - offsetHeight - 4) : box.bottom + 4}px`;
    entries()[0]?.focus();
  };
  const move = (event: KeyboardEvent) => {
    const all = entries();
    const at = document.activeElement instanceof HTMLElement ? all.indexOf(document.activeElement) : -1;
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
    if (event.key === 'Escape') menu.current?.hidePopover();
    if (to === undefined) return;
    event.preventDefault();
    all.at(to % all.length)?.focus();
  };
  return (
    <>
      <button
        ref={opener}
        type="button"
        class="icon-button"
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        onClick={() => menu.current?.togglePopover()}
      >
        {button}
      </button>
      <div
        ref={menu}
        id={id}
        class="menu"
        role="menu"
        aria-label={label}
        popover="auto"
        onKeyDown={move}
        onToggle={(event) => {
          if (event.newState === 'open') place();
          else if (menu.current?.contains(document.activeElement) === true) opener.current?.focus();
        }}
      >
        {items.map((item) => (
          <button
            key={item.label}
            type="button"
            role="menuitem"
            class={`menu-item ${item.isDangerous === true ? 'dangerous' : ''}`}
            disabled={item.isDisabled === true}
            tabIndex={-1}
            onClick={() => {
              menu.current?.hidePopover();
              item.run();
            }}
          >
            <span>{item.label}</span>
            {item.key !== undefined && <kbd>{item.key}</kbd>}
          </button>
        ))}
      </div>
    </>
  );
}

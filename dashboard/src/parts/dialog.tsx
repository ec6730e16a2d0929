// A dialog of the platform: the page behind it is inert, Escape closes it, and the focus goes back to where it was.
import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { Icon } from './icons.tsx';

export interface DialogProps {
  readonly title: string;
  readonly children: ComponentChildren;
  readonly class?: string;
  onClose(): void;
}

export function Dialog({ title, children, class: className = '', onClose }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  // Before the next key, which is the dialog's already.
  useLayoutEffect(() => {
    const before = document.activeElement;
    const shown = dialog.current;
    shown?.showModal();
    // Where there is something to type, one can type at once.
    shown?.querySelector<HTMLElement>('input, textarea')?.focus();
    return () => {
      shown?.close();
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      class={`dialog ${className}`}
      aria-labelledby={id}
      // The browser closes it at once, so that the next key is the page's already.
      onCancel={onClose}
      onClick={(event) => {
        // The backdrop is the dialog itself; what is in it stops there.
        if (event.target === dialog.current) onClose();
      }}
    >
      <div class="dialog-body">
        <header class="dialog-header">
          <h2 id={id}>{title}</h2>
          <button type="button" class="icon-button" aria-label="Close" onClick={onClose}>
            <Icon name="close" />
          </button>
        </header>
        {children}
      </div>
    </dialog>
  );
}

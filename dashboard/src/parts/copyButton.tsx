// Copies a text and says so, without moving the focus.
import { useEffect, useRef, useState } from 'preact/hooks';
import { announce } from './announcing.ts';
import { Icon } from './icons.tsx';

const SHOWN_FOR = 1_500;

export function CopyButton({ text, label, children }: { readonly text: string | (() => string); readonly label: string; readonly children?: string }) {
  const [isDone, setDone] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const copy = async () => {
    await copyText(typeof text === 'string' ? text : text());
    setDone(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setDone(false), SHOWN_FOR);
  };
  return (
    <button type="button" class={children === undefined ? 'icon-button' : 'button'} aria-label={label} title={label} onClick={() => void copy()}>
      <Icon name={isDone ? 'check' : 'copy'} />
      {children !== undefined && <span>{isDone ? 'Copied' : children}</span>}
    </button>
  );
}

export async function copyText(text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
  announce('Copied');
}

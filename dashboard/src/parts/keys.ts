// Keys: whoever is shown lists what its keys do, the innermost first; letters are off where somebody types.
import { signal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';

export interface KeyBinding {
  // As KeyboardEvent.key says it, such as `j`, `Enter` or `?`; `g n` is one after the other; `Ctrl k` also stands for Command.
  readonly key: string;
  // What it does, for the help; without it the key is another name of one that is listed.
  readonly does?: string;
  // Also while somebody types.
  readonly whileTyping?: true;
  // False: it was not meant, so an outer one may take it.
  readonly run: (event: KeyboardEvent) => unknown;
}

export interface KeyLayer {
  readonly title: string;
  readonly bindings: readonly KeyBinding[];
}

// The outermost first.
export const keyLayers = signal<readonly { readonly current: KeyLayer }[]>([]);

// The keys of a component while it is shown. A modal layer hides those around it, such as a dialog.
export function useKeys(title: string, bindings: readonly KeyBinding[], isActive = true): void {
  const layer = useRef<KeyLayer>({ title, bindings });
  layer.current = { title, bindings };
  // With what is shown, not a frame later: a key in between would be lost, or be taken by an outer one.
  useLayoutEffect(() => {
    if (!isActive) return;
    keyLayers.value = [...keyLayers.peek(), layer];
    return () => {
      keyLayers.value = keyLayers.peek().filter((other) => other !== layer);
    };
  }, [isActive]);
}

// After the first key of two.
const SECOND_KEY_WITHIN = 1_500;
const MODIFIERS: readonly string[] = ['Shift', 'Control', 'Alt', 'Meta'];
let first: { readonly key: string; readonly time: number } | undefined;

export function listenToKeys(): void {
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.isComposing || MODIFIERS.includes(event.key)) return;
    const typing = isTyping(event.target);
    const name = nameOf(event);
    // By when the keys were pressed: a page that is busy hears of them late.
    const prefix = first !== undefined && event.timeStamp - first.time < SECOND_KEY_WITHIN && !typing ? `${first.key} ` : '';
    first = undefined;
    // A dialog has the keys to itself.
    if (document.querySelector('dialog:modal') !== null) return;
    if (dispatch(prefix + name, event, typing)) event.preventDefault();
    else if (prefix === '' && !typing && isPrefix(name)) first = { key: name, time: event.timeStamp };
  });
}

function dispatch(wanted: string, event: KeyboardEvent, typing: boolean): boolean {
  for (const { current } of [...keyLayers.peek()].reverse())
    for (const binding of current.bindings) {
      if (binding.key !== wanted || (typing && binding.whileTyping !== true)) continue;
      // What is focused does what it does: a button is pressed, a link followed.
      if ((wanted === 'Enter' || wanted === ' ') && isPressable(event.target)) continue;
      if (binding.run(event) !== false) return true;
    }
  return false;
}

function isPrefix(name: string): boolean {
  return keyLayers.peek().some(({ current }) => current.bindings.some(({ key }) => key.startsWith(`${name} `)));
}

function nameOf({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): string {
  if (altKey) return `Alt ${key}`;
  return ctrlKey || metaKey ? `Ctrl ${key.toLowerCase()}` : key;
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.closest('.xterm, .cm-editor') !== null || isField(target);
}

const PRESSED_INPUTS: readonly string[] = ['checkbox', 'radio', 'button', 'range'];

function isField(target: HTMLElement): boolean {
  if (target instanceof HTMLInputElement) return !PRESSED_INPUTS.includes(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}

function isPressable(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('button, a[href], summary, input, [role="menuitem"], [role="tab"]') !== null;
}

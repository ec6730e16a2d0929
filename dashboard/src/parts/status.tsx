// A state as everybody must be able to tell it: a glyph, a word, and a colour last.

const states = {
  ok: ['✓', 'ok'],
  error: ['✕', 'error'],
  running: ['◌', 'running'],
  needs: ['◆', 'needs you'],
  active: ['▶', 'working'],
  idle: ['○', 'idle'],
  unseen: ['●', 'unseen'],
  warning: ['⚠', 'warning'],
  undone: ['↶', 'undone'],
} as const;

export type State = keyof typeof states;

// The word is for those who do not see it, unless another text is given to show.
export function Status({ state, text, title }: { readonly state: State; readonly text?: string; readonly title?: string }) {
  const [glyph, word] = states[state];
  const shown = { class: `status status-${state}`, title: title ?? text ?? word };
  // One element: long lists have one in each row.
  if (text === undefined)
    return (
      <span {...shown} role="img" aria-label={word}>
        {glyph}
      </span>
    );
  return (
    <span {...shown}>
      <span aria-hidden="true">{glyph}</span>
      <span class="status-text">{text}</span>
    </span>
  );
}

// One line of code with the colours of its tokens and a mark on what has changed in it; nothing of it is ever anything but text.
import { Text } from '../text.tsx';
import type { TokenSpan } from './highlight.ts';

export interface CodeLineProps {
  readonly text: string;
  readonly tokens: readonly TokenSpan[] | undefined;
  readonly changed?: { readonly from: number; readonly to: number } | undefined;
}

// A minified file has lines that nobody reads to their end.
const LONGEST = 2_000;

export function CodeLine({ text, tokens, changed }: CodeLineProps) {
  const shown = text.length > LONGEST ? text.slice(0, LONGEST) : text;
  const pieces = piecesOf(shown, tokens ?? [], changed);
  return (
    <>
      {pieces.map(({ from, to, class: className }) =>
        className === '' ? (
          <Text key={from} text={shown.slice(from, to)} />
        ) : (
          <span key={from} class={className}>
            <Text text={shown.slice(from, to)} />
          </span>
        ),
      )}
      {text.length > LONGEST && <span class="muted">{` … ${(text.length - LONGEST).toLocaleString('en')} more characters`}</span>}
    </>
  );
}

// Tokens and the mark overlap, so the line is cut wherever one of them begins or ends.
function piecesOf(text: string, tokens: readonly TokenSpan[], changed: CodeLineProps['changed']): readonly TokenSpan[] {
  const cuts = new Set([0, text.length]);
  for (const { from, to } of changed === undefined ? tokens : [...tokens, changed]) for (const at of [from, to]) if (at > 0 && at < text.length) cuts.add(at);
  const places = [...cuts].sort((one, other) => one - other);
  return places.slice(0, -1).map((from, index) => {
    const to = places[index + 1] ?? text.length;
    const token = tokens.find((each) => each.from <= from && each.to >= to)?.class ?? '';
    const isChanged = changed !== undefined && changed.from <= from && changed.to >= to && changed.to > changed.from;
    return { from, to, class: isChanged ? `${token} diff-changed`.trim() : token };
  });
}

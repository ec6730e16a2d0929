// Text of agents and programs as it is: what hides or turns round is drawn as a marked box, what is long is folded, what is huge is downloaded.
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { bytesInWords } from './clock.ts';
import { HIDDEN, hiddenCharacter } from './code/hiddenCharacters.ts';
import { downloadText } from './download.ts';

// Most texts, found fast.
const PLAIN = /^[\x20-\x7e]*$/;
const FOLDED_FROM = 2_048;
const DOWNLOADED_FROM = 102_400;

// One line or several, whole.
export function Text({ text }: { readonly text: string }) {
  return <>{LONG_PATH.test(text) && text.length <= LONGEST_PATH ? breakable(text) : marked(text)}</>;
}

// A path that is longer than a line of a narrow window breaks behind its folders, not before itself and then anywhere.
const LONG_PATH = /[^\s/]\/[^\s]{24}/;
const LONGEST_PATH = 500;

function breakable(text: string): ComponentChildren {
  return text.split(/(?<=[^\s/]\/)(?=[^\s/])/).map((part, index) => [index > 0 && <wbr key={index} />, marked(part)]);
}

// The same without a component of its own, for rows of which hundreds are drawn in a second.
export function marked(text: string): ComponentChildren {
  if (PLAIN.test(text)) return text;
  const parts = markedParts(text);
  return typeof parts === 'string' ? parts : parts.map((part) => (part.isHidden ? <Mark key={part.at} character={part.text} /> : part.text));
}

// A block that may be of any length.
export function LongText({ text, name, class: className = 'code-block' }: { readonly text: string; readonly name: string; readonly class?: string }) {
  const [isOpen, setOpen] = useState(false);
  const isHuge = text.length > DOWNLOADED_FROM;
  const isFolded = text.length > FOLDED_FROM && !(isOpen && !isHuge);
  return (
    <div class="long-text">
      <pre class={className}>
        <Text text={isFolded ? beginning(text) : text} />
        {isFolded && <span class="muted">…</span>}
      </pre>
      {text.length > FOLDED_FROM && (
        <div class="long-text-more">
          {isHuge ? (
            <button type="button" class="link" onClick={() => downloadText(text, name)}>
              Download all {bytesInWords(text.length)}
            </button>
          ) : (
            <button type="button" class="link" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {isOpen ? 'Show less' : `Show all ${bytesInWords(text.length)}`}
            </button>
          )}
        </div>
      )}
    </div>
  );
}

// Not in the middle of a pair of surrogates.
function beginning(text: string): string {
  const cut = text.slice(0, FOLDED_FROM);
  return /[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut;
}

interface Part {
  readonly text: string;
  readonly at: number;
  readonly isHidden: boolean;
}

function markedParts(text: string): string | readonly Part[] {
  HIDDEN.lastIndex = 0;
  if (!HIDDEN.test(text)) return text;
  const parts: Part[] = [];
  let from = 0;
  for (const { 0: character, index } of text.matchAll(new RegExp(HIDDEN))) {
    if (character === '\r' && text[index + 1] === '\n') continue;
    if (index > from) parts.push({ text: text.slice(from, index), at: from, isHidden: false });
    parts.push({ text: character, at: index, isHidden: true });
    from = index + character.length;
  }
  parts.push({ text: text.slice(from), at: from, isHidden: false });
  return parts;
}

function Mark({ character }: { readonly character: string }) {
  const { name, title } = hiddenCharacter(character.codePointAt(0) ?? 0);
  return (
    <span class="mark" title={title}>
      {name}
    </span>
  );
}

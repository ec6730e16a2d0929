// A value as a tree that folds: keys and values as text, long strings folded, long lists in parts.
import { useState } from 'preact/hooks';
import { LongText, Text } from './text.tsx';

const PART = 100;
const LONG = 160;
const OPEN_TO = 2;

export function JsonTree({ value, name }: { readonly value: unknown; readonly name: string }) {
  return (
    <div class="json-tree" role="tree" aria-label={name}>
      <Node value={value} depth={0} />
    </div>
  );
}

function Node({ label, value, depth }: { readonly label?: string; readonly value: unknown; readonly depth: number }) {
  const [isOpen, setOpen] = useState(depth < OPEN_TO);
  const [shown, setShown] = useState(PART);
  if (typeof value !== 'object' || value === null) return <Leaf label={label} value={value} />;
  const isList = Array.isArray(value);
  const entries = Object.entries(value);
  const summary = isList ? `[${entries.length}]` : `{${entries.length}}`;
  return (
    <div class="json-node" role="treeitem" aria-expanded={isOpen}>
      {(label !== undefined || depth > 0) && (
        <button type="button" class="json-fold" onClick={() => setOpen(!isOpen)}>
          <span aria-hidden="true">{isOpen ? '▾' : '▸'}</span> {label !== undefined && <Key text={label} />} <span class="muted">{summary}</span>
        </button>
      )}
      {isOpen && (
        <div class={depth === 0 && label === undefined ? '' : 'json-inner'} role="group">
          {entries.slice(0, shown).map(([key, inner]) => (
            <Node key={key} label={key} value={inner} depth={depth + 1} />
          ))}
          {entries.length > shown && (
            <button type="button" class="link" onClick={() => setShown(shown + PART)}>
              {(entries.length - shown).toLocaleString('en')} more
            </button>
          )}
          {entries.length === 0 && <span class="muted">{isList ? 'an empty list' : 'nothing'}</span>}
        </div>
      )}
    </div>
  );
}

function Leaf({ label, value }: { readonly label?: string | undefined; readonly value: unknown }) {
  const isBlock = typeof value === 'string' && (value.length > LONG || value.includes('\n'));
  return (
    <div class="json-leaf" role="treeitem">
      {label !== undefined && <Key text={label} />}{' '}
      {isBlock ? (
        <LongText text={value} name={`${label ?? 'value'}.txt`} />
      ) : (
        <span class={`json-${typeof value}`}>
          <Text text={typeof value === 'string' ? value : String(value)} />
        </span>
      )}
    </div>
  );
}

function Key({ text }: { readonly text: string }) {
  return (
    <span class="json-key">
      <Text text={text.length > LONG ? `${text.slice(0, LONG)}…` : text} />
    </span>
  );
}

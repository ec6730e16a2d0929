// What an agent says, drawn from elements and text alone: nothing in it can be pressed, is loaded or leads anywhere.
import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { LongText, Text } from '../../parts/text.tsx';
import { type Block, blocksOf, type Inline, inlineOf } from './markdown.ts';

// More than anybody reads in one go is a text like any other.
const LONGEST = 100_000;

export function MarkdownText({ text }: { readonly text: string }) {
  const blocks = useMemo(() => blocksOf(text.slice(0, LONGEST)), [text]);
  return (
    <div class="chat-words">
      {blocks.map((block, index) => (
        <OneBlock key={index} block={block} />
      ))}
      {text.length > LONGEST && <LongText text={text.slice(LONGEST)} name="message.txt" />}
    </div>
  );
}

function OneBlock({ block }: { readonly block: Block }) {
  switch (block.kind) {
    case 'heading':
      return (
        <div class="chat-heading" role="heading" aria-level={Math.min(6, block.level + 2)}>
          {inline(block.text)}
        </div>
      );
    case 'code':
      return (
        <pre class="code-block" title={block.language}>
          <Text text={block.text} />
        </pre>
      );
    case 'quote':
      return <blockquote class="chat-quote">{inline(block.text)}</blockquote>;
    case 'rule':
      return <hr class="chat-rule" />;
    case 'list':
      return (
        <ul class="chat-list">
          {block.items.map(({ depth, mark, text }, index) => (
            <li key={index} style={{ marginLeft: `${depth * 16}px` }}>
              <span class="chat-list-mark">{mark}</span>
              <span>{inline(text)}</span>
            </li>
          ))}
        </ul>
      );
    case 'table':
      return (
        <div class="chat-table">
          <table>
            <tbody>
              {block.rows.map((cells, row) => (
                <tr key={row}>{cells.map((cell, index) => (row === 0 ? <th key={index}>{inline(cell)}</th> : <td key={index}>{inline(cell)}</td>))}</tr>
              ))}
            </tbody>
          </table>
        </div>
      );
    case 'paragraph':
      return <p class="chat-paragraph">{inline(block.text)}</p>;
  }
}

function inline(text: string): ComponentChildren {
  return inlineOf(text).map(shown);
}

function shown(part: Inline, index: number): ComponentChildren {
  switch (part.kind) {
    case 'text':
      return <Text key={index} text={part.text} />;
    case 'code':
      return (
        <code key={index} class="chat-code">
          <Text text={part.text} />
        </code>
      );
    case 'strong':
      return <strong key={index}>{part.parts.map(shown)}</strong>;
    case 'emphasis':
      return <em key={index}>{part.parts.map(shown)}</em>;
    case 'link':
      return (
        <span key={index}>
          <Text text={part.text} />{' '}
          <span class="muted">
            ({part.isImage ? 'image ' : ''}
            <Text text={part.address} />)
          </span>
        </span>
      );
  }
}

// The calls that led to where a program stands; one is looked at without the agent noticing.
import { Text } from '../../parts/text.tsx';
import type { Frame } from './answers.ts';

export interface StackProps {
  readonly frames: readonly Frame[];
  readonly depth: number | undefined;
  readonly selected: number;
  onSelect(index: number): void;
}

export function Stack({ frames, depth, selected, onSelect }: StackProps) {
  return (
    <ol class="stack" aria-label="Stack">
      {frames.map((frame) => (
        <li key={frame.index}>
          <button
            type="button"
            class={`stack-frame ${frame.library === true ? 'muted' : ''}`}
            {...(frame.index === selected && { 'aria-current': 'true' as const })}
            onClick={() => onSelect(frame.index)}
          >
            <span class="stack-name">
              <Text text={frame.function} />
            </span>
            <span class="muted stack-place">
              {frame.file !== undefined && (
                <>
                  <Text text={frame.file} />:{frame.line}
                </>
              )}
            </span>
          </button>
        </li>
      ))}
      {depth !== undefined && depth > frames.length && <li class="muted debug-none">{(depth - frames.length).toLocaleString('en')} more</li>}
    </ol>
  );
}

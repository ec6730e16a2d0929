// A change as people read it: all files in one scroll, the daemon's hunks with their own ticks and actions, unified or side by side.
import { useSignal } from '@preact/signals';
import type { ComponentChildren, JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { HunkedFile, ShownHunk } from '../../../../src/dashboard/protocol/diffs.ts';
import { Text } from '../text.tsx';
import { CodeLine } from './codeLine.tsx';
import { type ChangedLine, countsOf, type DiffPart, diffParts } from './diffLines.ts';
import { type LineTokens, tokensOf } from './highlight.ts';

export interface DiffProps {
  readonly files: readonly HunkedFile[];
  readonly layout: 'unified' | 'split';
  // Which hunks are taken; absent where there is nothing to choose.
  readonly ticked?: ReadonlySet<number>;
  // The hunk that keys are about.
  readonly focused?: number | undefined;
  onTick?(numbers: readonly number[], isTicked: boolean): void;
  onFocus?(number: number): void;
  // Beside the name of a file.
  fileActions?(file: HunkedFile): ComponentChildren;
  // Beside a hunk.
  hunkActions?(hunk: ShownHunk, file: HunkedFile): ComponentChildren;
  // Under a line of the new text, from 1; also the field in which one is written.
  underLine?(file: HunkedFile, line: number): ComponentChildren;
  // A click on the number of a line of the new text.
  onLine?(file: HunkedFile, line: number): void;
  // What stands instead of the lines of a file, such as an editor.
  insteadOf?(file: HunkedFile): ComponentChildren | undefined;
}

// More than a person reads in one go is opened on demand.
const FOLDED_LINES = 2_000;

export function Diff(props: DiffProps) {
  return (
    <div class={`diff diff-${props.layout}`}>
      {props.files.map((file) => (
        <FileDiff key={file.file} {...props} file={file} />
      ))}
    </div>
  );
}

function FileDiff({ file, ...props }: DiffProps & { readonly file: HunkedFile }) {
  const opened = useSignal<ReadonlySet<number>>(new Set());
  const { added, removed } = countsOf(file);
  const isLarge = added + removed > FOLDED_LINES;
  const isOpen = useSignal(!isLarge);
  const parts = useMemo(() => (isOpen.value ? diffParts(file, opened.value) : []), [file, opened.value, isOpen.value]);
  const before = useMemo(() => tokensOf(file.movedFrom ?? file.file, file.before ?? ''), [file]);
  const after = useMemo(() => tokensOf(file.file, file.after ?? ''), [file]);
  const instead = props.insteadOf?.(file);
  return (
    <section class="diff-file" aria-label={file.file} data-file={file.file}>
      <header class="diff-file-head">
        <button type="button" class="diff-file-name" aria-expanded={isOpen.value} onClick={() => (isOpen.value = !isOpen.value)}>
          <span class="diff-twist" aria-hidden="true">
            {isOpen.value ? '▾' : '▸'}
          </span>
          <bdi>
            <Text text={file.movedFrom === undefined ? file.file : `${file.movedFrom} → ${file.file}`} />
          </bdi>
        </button>
        <span class="diff-counts">
          <span class="diff-plus">+{added}</span> <span class="diff-minus">−{removed}</span>
        </span>
        {file.about !== undefined && <span class="muted">{file.about}</span>}
        <FileTick file={file} props={props} />
        {props.fileActions?.(file)}
      </header>
      {instead ??
        (isOpen.value && (
          <div class="diff-body">
            <WholeHunks file={file} props={props} />
            {parts.map((part) => (
              <Part
                key={keyOf(part)}
                part={part}
                file={file}
                props={props}
                before={before.value}
                after={after.value}
                onOpen={(from) => (opened.value = new Set([...opened.value, from]))}
              />
            ))}
          </div>
        ))}
    </section>
  );
}

function keyOf(part: DiffPart): string {
  if (part.kind === 'hunk') return `h${part.hunk.number}`;
  return part.kind === 'gap' ? `g${part.from}` : `c${part.lines[0]?.oldLine}`;
}

function FileTick({ file: { hunks, file }, props: { ticked, onTick } }: { readonly file: HunkedFile; readonly props: DiffProps }) {
  if (ticked === undefined || hunks.length === 0) return null;
  const taken = hunks.filter(({ number }) => ticked.has(number)).length;
  return (
    <label class="diff-tick">
      <input
        type="checkbox"
        checked={taken === hunks.length}
        ref={(box) => {
          if (box !== null) box.indeterminate = taken > 0 && taken < hunks.length;
        }}
        aria-label={`All of ${file}`}
        onChange={() =>
          onTick?.(
            hunks.map(({ number }) => number),
            taken < hunks.length,
          )
        }
      />
      {taken}/{hunks.length}
    </label>
  );
}

// Files that come, go or move as a whole have hunks without lines of their own.
function WholeHunks({ file, props }: { readonly file: HunkedFile; readonly props: DiffProps }) {
  const whole = file.hunks.filter(({ kind }) => kind === 'move' || kind === 'whole');
  return (
    <>
      {whole.map((hunk) => (
        <div key={hunk.number} class="diff-hunk">
          <HunkHead
            hunk={hunk}
            file={file}
            props={props}
            says={hunk.kind === 'move' ? `moved from ${file.movedFrom ?? 'elsewhere'}` : 'the whole file, which is not shown as text'}
          />
        </div>
      ))}
    </>
  );
}

interface PartProps {
  readonly part: DiffPart;
  readonly file: HunkedFile;
  readonly props: DiffProps;
  readonly before: LineTokens | undefined;
  readonly after: LineTokens | undefined;
  onOpen(from: number): void;
}

function Part({ part, file, props, before, after, onOpen }: PartProps) {
  if (part.kind === 'gap')
    return (
      <button type="button" class="diff-gap" onClick={() => onOpen(part.from)}>
        {part.count} unchanged lines
      </button>
    );
  if (part.kind === 'context')
    return (
      <>
        {part.lines.map(({ oldLine, newLine, text }) => (
          <Row key={newLine} class="diff-same">
            <Cell side="old" line={oldLine} sign=" " says="" text={text} tokens={before?.[oldLine - 1]} />
            <Cell side="new" line={newLine} sign=" " says="" text={text} tokens={after?.[newLine - 1]} onLine={lineOf(file, newLine, props)} />
            {props.underLine?.(file, newLine)}
          </Row>
        ))}
      </>
    );
  const { hunk } = part;
  const isFocused = props.focused === hunk.number;
  const isTicked = props.ticked?.has(hunk.number) ?? true;
  return (
    <div
      class={`diff-hunk ${isFocused ? 'diff-focused' : ''} ${isTicked ? '' : 'diff-left-out'}`}
      data-hunk={hunk.number}
      role="group"
      aria-label={`hunk ${hunk.number}`}
      onFocusCapture={() => props.onFocus?.(hunk.number)}
      onPointerDown={() => props.onFocus?.(hunk.number)}
    >
      <HunkHead hunk={hunk} file={file} props={props} says={hunkWords(hunk)} />
      {props.layout === 'split' ? pairs(part, file, props, before, after) : inOrder(part, file, props, before, after)}
    </div>
  );
}

function lineOf(file: HunkedFile, line: number, { onLine }: DiffProps): (() => void) | undefined {
  return onLine === undefined ? undefined : () => onLine(file, line);
}

function hunkWords({ kind, oldStart, newStart, added }: ShownHunk): string {
  if (kind === 'create') return 'a new file';
  if (kind === 'delete') return 'the file is deleted';
  const first = added.length > 0 ? newStart : oldStart;
  const count = Math.max(added.length, 1);
  return count === 1 ? `line ${first + 1}` : `lines ${first + 1}–${first + count}`;
}

// What is ticked is what we know, not what the box shows: it may be drawn anew between a click and its event.
function HunkHead({ hunk, file, props, says }: { readonly hunk: ShownHunk; readonly file: HunkedFile; readonly props: DiffProps; readonly says: string }) {
  const { ticked, onTick } = props;
  const words = `hunk ${hunk.number} · ${says}`;
  return (
    <div class="diff-hunk-head" tabIndex={props.focused === hunk.number ? 0 : -1}>
      {ticked === undefined ? (
        <span>{words}</span>
      ) : (
        <label class="diff-tick">
          <input type="checkbox" checked={ticked.has(hunk.number)} onChange={() => onTick?.([hunk.number], !ticked.has(hunk.number))} />
          {words}
        </label>
      )}
      <span class="diff-hunk-actions">{props.hunkActions?.(hunk, file)}</span>
    </div>
  );
}

type Hunk = Extract<DiffPart, { kind: 'hunk' }>;

function inOrder(part: Hunk, file: HunkedFile, props: DiffProps, before: LineTokens | undefined, after: LineTokens | undefined) {
  return (
    <>
      {part.removed.map((line) => (
        <Row key={`-${line.line}`} class="diff-removed">
          <Removed line={line} tokens={before} />
        </Row>
      ))}
      {part.added.map((line) => (
        <Row key={`+${line.line}`} class="diff-added">
          <Added line={line} tokens={after} onLine={lineOf(file, line.line, props)} />
          {props.underLine?.(file, line.line)}
        </Row>
      ))}
    </>
  );
}

function pairs(part: Hunk, file: HunkedFile, props: DiffProps, before: LineTokens | undefined, after: LineTokens | undefined) {
  const height = Math.max(part.removed.length, part.added.length);
  return (
    <>
      {Array.from({ length: height }, (_, index) => {
        const removed = part.removed[index];
        const added = part.added[index];
        return (
          <Row key={index} class="diff-pair">
            {removed === undefined ? <span class="diff-cell diff-nothing" /> : <Removed line={removed} tokens={before} />}
            {added === undefined ? <span class="diff-cell diff-nothing" /> : <Added line={added} tokens={after} onLine={lineOf(file, added.line, props)} />}
            {added !== undefined && props.underLine?.(file, added.line)}
          </Row>
        );
      })}
    </>
  );
}

function Row({ class: className, children }: { readonly class: string; readonly children: ComponentChildren }) {
  return <div class={`diff-row ${className}`}>{children}</div>;
}

function Removed({ line, tokens }: { readonly line: ChangedLine; readonly tokens: LineTokens | undefined }) {
  return (
    <Cell
      side="old"
      line={line.line}
      sign="−"
      says="removed"
      text={line.text}
      tokens={tokens?.[line.line - 1]}
      changed={line.changed}
      isUnended={line.isUnended}
    />
  );
}

function Added({ line, tokens, onLine }: { readonly line: ChangedLine; readonly tokens: LineTokens | undefined; readonly onLine: (() => void) | undefined }) {
  return (
    <Cell
      side="new"
      line={line.line}
      sign="+"
      says="added"
      text={line.text}
      tokens={tokens?.[line.line - 1]}
      changed={line.changed}
      isUnended={line.isUnended}
      onLine={onLine}
    />
  );
}

interface CellProps {
  readonly side: 'old' | 'new';
  readonly line: number;
  readonly sign: string;
  // For whoever hears it instead of seeing colours.
  readonly says: string;
  readonly text: string;
  readonly tokens: LineTokens[number] | undefined;
  readonly changed?: ChangedLine['changed'];
  readonly isUnended?: true | undefined;
  readonly onLine?: (() => void) | undefined;
}

function Cell({ side, line, sign, says, text, tokens, changed, isUnended, onLine }: CellProps): JSX.Element {
  return (
    <span class={`diff-cell diff-${side}`}>
      {onLine === undefined ? (
        <span class="diff-number">{line}</span>
      ) : (
        <button type="button" class="diff-number" tabIndex={-1} title="Comment on this line" onClick={onLine}>
          {line}
        </button>
      )}
      <span class="diff-sign" aria-hidden="true">
        {sign}
      </span>
      <code class="diff-code">
        {says !== '' && <span class="unseen-word">{`${says} line ${line}: `}</span>}
        <CodeLine text={text} tokens={tokens} changed={changed} />
        {isUnended === true && <span class="muted"> (no line break at the end)</span>}
      </code>
    </span>
  );
}

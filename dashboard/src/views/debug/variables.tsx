// The variables of a frame as a tree: what is inside a value is asked for when somebody opens it, and stays open at the next stop.
import { type Signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { ShownError } from '../../../../src/dashboard/protocol/messages.ts';
import { Text } from '../../parts/text.tsx';
import { look, shownError } from '../../wire/asking.ts';
import type { Value } from './answers.ts';
import type { ShownScope } from './useStop.ts';

const PAGE = 100;

export interface VariablesProps {
  readonly scopes: readonly ShownScope[];
  readonly project: string;
  // Paths of what is open, for this session.
  readonly open: Signal<ReadonlySet<string>>;
  onInspect(): void;
}

export function Variables({ scopes, project, open, onInspect }: VariablesProps) {
  const isKnown = scopes.some(({ variables = [], id }) => variables.length > 0 || id !== undefined);
  if (!isKnown) return <p class="muted debug-none">There are no variables here.</p>;
  const toggle = (path: string, isOpen: boolean) => {
    onInspect();
    const next = new Set(open.peek());
    if (isOpen) next.add(path);
    else next.delete(path);
    open.value = next;
  };
  return (
    <div class="variables" role="tree" aria-label="Variables" onKeyDown={moveInTree}>
      {scopes.map(({ name, id, variables }, index) =>
        index === 0 && variables !== undefined ? (
          variables.map((value, at) => (
            <Node key={value.name} value={value} path={value.name} level={1} project={project} open={open} isFirst={at === 0} onToggle={toggle} />
          ))
        ) : (
          <Node
            key={`scope ${name}`}
            value={{ name, value: '', ...(id !== undefined && { id }) }}
            {...(variables !== undefined && { inside: variables })}
            path={`scope ${name}`}
            level={1}
            project={project}
            open={open}
            isFirst={index === 0}
            isScope
            onToggle={toggle}
          />
        ),
      )}
    </div>
  );
}

interface NodeProps {
  readonly value: Value;
  // Known already.
  readonly inside?: readonly Value[];
  readonly path: string;
  readonly level: number;
  readonly project: string;
  readonly open: Signal<ReadonlySet<string>>;
  readonly isFirst?: boolean;
  readonly isScope?: boolean;
  onToggle(path: string, isOpen: boolean): void;
}

function Node({ value, inside, path, level, project, open, isFirst = false, isScope = false, onToggle }: NodeProps) {
  const { id, name, type } = value;
  const canOpen = id !== undefined || inside !== undefined;
  const isOpen = canOpen && open.value.has(path);
  return (
    <div
      role="treeitem"
      class="variable"
      aria-level={level}
      {...(canOpen && { 'aria-expanded': isOpen })}
      aria-selected={false}
      tabIndex={isFirst ? 0 : -1}
      onClick={(event) => {
        event.stopPropagation();
        if (canOpen) onToggle(path, !isOpen);
      }}
    >
      <div class="variable-line" style={{ '--level': String(level) }} title={type}>
        <span class="variable-fold" aria-hidden="true">
          {canOpen ? (isOpen ? '▾' : '▸') : ''}
        </span>
        <span class={isScope ? 'muted' : 'variable-name'}>
          <Text text={name} />
        </span>
        {!isScope && (
          <span class="variable-value">
            <Text text={value.value} />
          </span>
        )}
        {type !== undefined && (
          <span class="variable-type muted">
            <Text text={type} />
          </span>
        )}
      </div>
      {isOpen && (
        <Inside
          {...(id !== undefined && { id })}
          {...(inside !== undefined && { known: inside })}
          path={path}
          level={level}
          project={project}
          open={open}
          onToggle={onToggle}
        />
      )}
    </div>
  );
}

interface InsideProps extends Pick<NodeProps, 'path' | 'level' | 'project' | 'open' | 'onToggle'> {
  readonly id?: string;
  readonly known?: readonly Value[];
}

function Inside({ id, known, path, level, project, open, onToggle }: InsideProps) {
  const values = useSignal<readonly Value[] | undefined>(known);
  const cursor = useSignal<string | undefined>(undefined);
  const error = useSignal<ShownError | undefined>(undefined);
  const load = async (from: string | undefined, isCurrent: () => boolean) => {
    try {
      const input = { variable_id: id, page_size: PAGE, ...(from !== undefined && { cursor: from }) };
      const { value } = await look<{ readonly variables: readonly Value[]; readonly cursor?: string }>('expand_variable', input, { project });
      if (!isCurrent()) return;
      values.value = [...(from === undefined ? [] : (values.peek() ?? [])), ...value.variables];
      cursor.value = value.cursor;
      error.value = undefined;
    } catch (thrown) {
      if (isCurrent()) error.value = shownError(thrown);
    }
  };
  // Another stop has other ids; until its values come, those of the last one stay.
  useEffect(() => {
    let isShown = true;
    if (known === undefined && id !== undefined) void load(undefined, () => isShown);
    else values.value = known;
    return () => {
      isShown = false;
    };
  }, [id, known]);
  return (
    <div role="group">
      {error.value !== undefined && (
        <p class="variable-error" role="status">
          <Text text={error.value.message} />
        </p>
      )}
      {values.value?.length === 0 && <p class="muted variable-error">Nothing is inside.</p>}
      {(values.value ?? []).map((value, index) => (
        <Node
          key={`${index} ${value.name}`}
          value={value}
          path={`${path}\n${value.name}`}
          level={level + 1}
          project={project}
          open={open}
          onToggle={onToggle}
        />
      ))}
      {cursor.value !== undefined && (
        <button type="button" class="link variable-more" onClick={() => void load(cursor.value, () => true)}>
          More
        </button>
      )}
    </div>
  );
}

// By the pattern of ARIA: up and down, right opens or goes in, left closes or goes out.
function moveInTree(event: KeyboardEvent): void {
  const { currentTarget: tree, target: from } = event;
  if (!(tree instanceof HTMLElement && from instanceof HTMLElement && from.role === 'treeitem')) return;
  const items = [...tree.querySelectorAll<HTMLElement>('[role="treeitem"]')];
  const at = items.indexOf(from);
  const expanded = from.getAttribute('aria-expanded');
  const focus = (item: HTMLElement | null | undefined) => {
    if (item === null || item === undefined) return;
    from.tabIndex = -1;
    item.tabIndex = 0;
    item.focus();
  };
  const press = () => from.click();
  const acts: Readonly<Record<string, () => unknown>> = {
    ArrowDown: () => focus(items[at + 1]),
    ArrowUp: () => focus(items[at - 1]),
    Home: () => focus(items[0]),
    End: () => focus(items.at(-1)),
    ArrowRight: () => (expanded === 'false' ? press() : expanded === 'true' && focus(items[at + 1])),
    ArrowLeft: () => (expanded === 'true' ? press() : focus(from.parentElement?.closest<HTMLElement>('[role="treeitem"]'))),
    Enter: () => expanded !== null && press(),
  };
  const act = acts[event.key];
  if (act === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  act();
}

// What is shown of a session: the stop, the frame that is looked at, and the newer stop that waits while somebody inspects this one.
import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { ShownError } from '../../../../src/dashboard/protocol/messages.ts';
import type { DebugRow } from '../../../../src/dashboard/protocol/rows.ts';
import { look, shownError } from '../../wire/asking.ts';
import { isLost } from '../../wire/connection.ts';
import type { DebugStatus, Frame, FrameVariables, SourceContext, Value } from './answers.ts';
import { followed, type NumberedLine, numberedLines } from './stops.ts';

const LINES_AROUND = 100;
const MOST_FRAMES = 50;

export interface ShownScope {
  readonly name: string;
  readonly id?: string;
  // Undefined: it is shown when somebody opens it.
  readonly variables?: readonly Value[];
}

export interface ShownFrame {
  readonly index: number;
  readonly file?: string | undefined;
  readonly line?: number | undefined;
  readonly lines: readonly NumberedLine[];
  readonly scopes: readonly ShownScope[];
}

export interface ShownStop {
  readonly stop: number;
  readonly status: DebugStatus;
  readonly stack: readonly Frame[];
  readonly frame: ShownFrame;
}

export interface StopOfSession {
  readonly shown: ShownStop | undefined;
  // A newer stop waits.
  readonly waits: boolean;
  readonly error: ShownError | undefined;
  readonly isInspected: Signal<boolean>;
  // The newest, also where somebody inspects.
  follow(): void;
  selectFrame(index: number): void;
  // The same stop once more, such as with another watch.
  reload(): void;
}

export function useStop(row: DebugRow): StopOfSession {
  const { handle, project } = row;
  const shown = useSignal<ShownStop | undefined>(undefined);
  const error = useSignal<ShownError | undefined>(undefined);
  const isInspected = useSignal(false);
  const asked = useRef(0);
  const { show, waits } = followed({ shown: shown.value?.stop ?? 0, isInspected: isInspected.value }, row);
  const lost = isLost.value;

  // Only the newest question counts: what comes later of an earlier one is dropped.
  const latest = async (question: () => Promise<void>) => {
    asked.current += 1;
    try {
      await question();
      error.value = undefined;
    } catch (thrown) {
      error.value = shownError(thrown);
    }
  };
  const load = (stop: number) =>
    latest(async () => {
      const mine = asked.current;
      const input = { session_id: handle, source_lines: LINES_AROUND, max_frames: MOST_FRAMES };
      const { value: status } = await look<DebugStatus>('get_debug_session_status', input, { project });
      if (mine !== asked.current || status.state !== 'paused') return;
      shown.value = { stop, status, stack: status.stack ?? [], frame: frameOf(status) };
    });
  const selectFrame = (index: number) => {
    const stop = shown.peek();
    if (stop === undefined) return;
    isInspected.value = true;
    void latest(async () => {
      const mine = asked.current;
      const frame = { session_id: handle, frame_index: index };
      const [source, variables] = await Promise.all([
        look<SourceContext>('get_source_context', { ...frame, lines: LINES_AROUND }, { project }),
        look<FrameVariables>('get_variables', frame, { project }),
      ]);
      if (mine !== asked.current) return;
      const { file, line, source: lines } = source.value;
      const scopes = variables.value.scopes.map(({ name, id, variables: values }) => ({ name, id, ...(values.length > 0 && { variables: values }) }));
      shown.value = { ...stop, frame: { index, file, line, lines: numberedLines(lines), scopes } };
    });
  };
  useEffect(() => {
    if (!lost && show > 0 && show !== shown.peek()?.stop) void load(show);
  }, [show, lost]);
  return {
    shown: shown.value,
    waits,
    error: error.value,
    isInspected,
    follow: () => {
      isInspected.value = false;
    },
    selectFrame,
    reload: () => {
      const stop = shown.peek();
      if (stop === undefined || waits) return;
      if (stop.frame.index === (stop.status.frameIndex ?? 0)) void load(stop.stop);
      else selectFrame(stop.frame.index);
    },
  };
}

function frameOf({ location, source = [], variables = [], scopes = [], frameIndex = 0, moreVariables }: DebugStatus): ShownFrame {
  const near: ShownScope = { name: 'Local', variables };
  return {
    index: frameIndex,
    file: location?.file,
    line: location?.line,
    lines: numberedLines(source),
    scopes: [
      ...(variables.length > 0 || scopes.length === 0 ? [near] : []),
      ...scopes.map(({ name, id }) => ({ name: moreVariables === true ? `All of ${name}` : name, id })),
    ],
  };
}

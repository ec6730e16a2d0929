// Which stop of a session is shown: the newest, unless somebody looks at an earlier one that they have not let go of.
import type { DebugRow } from '../../../../src/dashboard/protocol/rows.ts';

export interface NumberedLine {
  readonly line: number;
  readonly text: string;
}

// As the tools number them: > marks the line that runs next, * a breakpoint.
export function numberedLines(source: readonly string[]): readonly NumberedLine[] {
  return source.flatMap((text) => {
    const [, line, rest = ''] = /^[> ][* ] *(\d+)(?: {2}(.*))?$/s.exec(text) ?? [];
    return line === undefined ? [] : [{ line: Number(line), text: rest }];
  });
}

export interface Following {
  // The stop that is shown.
  readonly shown: number;
  // Somebody scrolled, opened or chose something in it.
  readonly isInspected: boolean;
}

// The stop to show now, and whether a newer one waits behind a pill.
export function followed(
  { shown, isInspected }: Following,
  { state, stops }: Pick<DebugRow, 'state' | 'stops'>,
): { readonly show: number; readonly waits: boolean } {
  if (state !== 'paused' || stops === shown) return { show: shown, waits: false };
  return isInspected && shown > 0 ? { show: shown, waits: true } : { show: stops, waits: false };
}

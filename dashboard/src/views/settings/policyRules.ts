// The rules of a policy as a list, whatever folder they are written for.

import type { PolicyEdit, ShownEffect, ShownVerdict } from '../../../../src/dashboard/protocol/shownPolicy.ts';

export const EFFECTS: readonly ShownEffect[] = ['reads', 'edits', 'runs', 'controls'];
export const VERDICTS: readonly ShownVerdict[] = ['allow', 'ask', 'deny'];
export const KINDS = ['tools', 'commands', 'hosts'] as const;

// What the file says beside the effects that hold everywhere.
export function rulesIn(rules: Readonly<Record<string, unknown>>): readonly PolicyEdit[] {
  const everywhere = KINDS.flatMap((kind) => verdictsOf(rules[kind]).map((rule) => ({ ...rule, kind })));
  const projects = Object.entries(recordOf(rules['projects'])).flatMap(([project, own]) => {
    const inside = recordOf(own);
    return [
      ...verdictsOf(inside['effects']).flatMap(({ name, verdict }) =>
        EFFECTS.filter((effect) => effect === name).map((effect) => ({ kind: 'effects' as const, name: effect, verdict, project })),
      ),
      ...KINDS.flatMap((kind) => verdictsOf(inside[kind]).map((rule) => ({ ...rule, kind, project }))),
    ];
  });
  return [...everywhere, ...projects];
}

function verdictsOf(given: unknown): readonly { readonly name: string; readonly verdict: ShownVerdict }[] {
  return Object.entries(recordOf(given)).flatMap(([name, value]) => {
    const verdict = VERDICTS.find((each) => each === value);
    return verdict === undefined ? [] : [{ name, verdict }];
  });
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}

// Calls of the bridge for Copilot over plain HTTP, as its clients make them.
import { expect } from 'vitest';
import { z } from 'zod';
import type { BridgeDoor } from '../../src/transports/bridge.ts';
import { TOKEN } from './house.ts';

export interface BridgeAnswer {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

export async function posted({ port }: BridgeDoor, tool: string, given: unknown): Promise<BridgeAnswer> {
  const response = await fetch(`http://127.0.0.1:${port}/${tool}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify(given),
  });
  return { status: response.status, body: z.record(z.string(), z.unknown()).parse(await response.json()) };
}

// The text of an answer that must be one.
export async function saidBy(bridge: BridgeDoor, tool: string, given: unknown): Promise<string> {
  const { status, body } = await posted(bridge, tool, given);
  expect(status, JSON.stringify(body)).toBe(200);
  return String(body['result']);
}

// What a debug session is about to run or to take hold of, known before anything has started.
import { pathOf } from '../../base/files/fileUri.ts';
import type { AttachIntent, DebugIntent, DebugTarget } from '../../ide/doors/debugging.ts';
import type { RunStep } from '../../ide/doors/running.ts';
import type { SingleConfiguration } from '../configurations/configuration.ts';
import { configurationNamed, type FoundInProject } from '../configurations/foundInProject.ts';
import { launchCommand } from '../configurations/launchSteps.ts';
import { taskSteps } from '../configurations/tasks.ts';
import { rowsFor, rowsOfType } from './adapters/adapterRows.ts';
import { type AttachPlace, attachPlaceIn } from './attachPlace.ts';

export interface IntentionDependencies {
  readonly root: string;
  readonly configurations: (signal: AbortSignal) => Promise<FoundInProject>;
  readonly testCommands: (path: string, signal: AbortSignal) => Promise<readonly RunStep[]>;
  readonly attachIntent: (where: AttachPlace, signal: AbortSignal) => Promise<AttachIntent>;
}

// What cannot be started at all is reported by whoever starts it. Throws configuration_not_found or configuration_invalid.
export async function intentOf(target: DebugTarget, room: IntentionDependencies, signal: AbortSignal): Promise<DebugIntent> {
  switch (target.kind) {
    case 'configuration':
      return intentOfConfiguration(target.name, target.file, room, signal);
    case 'program': {
      const path = pathOf(target.uri);
      const [type = ''] = (await rowsFor(path))[0]?.types ?? [];
      const command = launchCommand(type, { program: path, args: target.args }, room.root) ?? { words: [path, ...target.args] };
      return running([{ command, environment: target.environment }]);
    }
    case 'module': {
      const command = launchCommand('python', { module: target.name, args: target.args }, room.root);
      return running(command === undefined ? [] : [{ command, environment: target.environment }]);
    }
    case 'test':
      return running(await room.testCommands(pathOf(target.uri), signal));
    case 'process':
      return { steps: [], attached: [await room.attachIntent({ processId: target.processId }, signal)] };
    case 'port':
      return { steps: [], attached: [await room.attachIntent({ host: target.host, port: target.port }, signal)] };
  }
}

async function intentOfConfiguration(name: string, file: string | undefined, room: IntentionDependencies, signal: AbortSignal): Promise<DebugIntent> {
  const found = configurationNamed(name, (await room.configurations(signal)).configurations);
  if (!found.canDebug) return running([]);
  const resolved = found.resolve({ file });
  const before = resolved.preLaunchTask === undefined ? [] : taskSteps(resolved.preLaunchTask, name, { root: room.root, file });
  if ('compound' in resolved) {
    const parts: DebugIntent[] = [];
    for (const part of resolved.compound) parts.push(await intentOfConfiguration(part, file, room, signal));
    return { steps: [...before, ...parts.flatMap(({ steps }) => steps)], attached: parts.flatMap(({ attached }) => attached) };
  }
  if (resolved.request === 'attach') {
    const place = attachPlaceIn(resolved.arguments, rowsOfType(resolved.type)[0]?.usualPort);
    const attached = place === undefined ? ({ kind: 'unknown', configuration: name, whose: 'other' } as const) : await room.attachIntent(place, signal);
    return { steps: [...before, ...ownCommands(resolved)], attached: [attached] };
  }
  // The same as without a debugger, with the tasks before it.
  const own = ownCommands(resolved);
  if (found.canRun && found.run !== undefined) return running([...own, ...found.run({ file, args: [] }).steps]);
  return running([...before, ...own, { command: launchCommand(resolved.type, resolved.arguments, room.root) ?? { words: [name] } }]);
}

// In the language of the debugger, which knows how to start programs too.
function ownCommands({ type, arguments: given }: SingleConfiguration): readonly RunStep[] {
  const lists = Object.entries(given).flatMap(([name, value]) => (name.endsWith('Commands') && Array.isArray(value) ? [value] : []));
  const lines = lists.flat().filter((line) => typeof line === 'string');
  return lines.length === 0 ? [] : [{ command: { words: [type, ...lines] } }];
}

function running(steps: readonly RunStep[]): DebugIntent {
  return { steps, attached: [] };
}

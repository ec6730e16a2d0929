// What a debug session is made of.
import type { WantedSession } from '../../../ide/doors/debugging.ts';
import type { Processes } from '../../processes/processes.ts';
import type { TestLaunch } from '../../testing/runnerRow.ts';
import type { AdapterConnection } from '../adapters/adapterConnection.ts';
import type { AdapterRow, LaunchArguments } from '../adapters/adapterRow.ts';
import type { DebugEvents } from '../debugEvents.ts';
import type { ProjectBreakpoints } from '../projectBreakpoints.ts';
import type { ProgramPipes } from '../quirks/programPipes.ts';
import type { SessionFamily } from './family.ts';
import type { HeadlessSession } from './headlessSession.ts';

export interface SessionOptions {
  readonly id: string;
  readonly name: string;
  readonly row: AdapterRow;
  readonly configuration: string | undefined;
  readonly parent: HeadlessSession | undefined;
  readonly owner: string | undefined;
  // For what its program starts in turn.
  readonly hosts: WantedSession['hosts'];
  readonly request: 'launch' | 'attach';
  readonly launch: LaunchArguments;
  readonly connection: AdapterConnection;
  readonly family: SessionFamily<HeadlessSession>;
  readonly breakpoints: ProjectBreakpoints;
  readonly processes: Processes;
  // Who hears what happens to it.
  readonly events: Pick<DebugEvents, 'looked' | 'printed'>;
  // Where the program reads and prints, where those are pipes of ours.
  readonly pipes: ProgramPipes | undefined;
  // A test that fails is what it waits for.
  readonly isTest: boolean;
  readonly begins?: TestLaunch['begins'];
  // Whether the person allows this expression; the reason when not.
  refused(expression: string): string | undefined;
  // The program has started another, which its adapter wants debugged too.
  startChild(parent: HeadlessSession, request: 'launch' | 'attach', configuration: LaunchArguments): Promise<void>;
}

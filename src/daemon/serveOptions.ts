// What a person can say about a daemon that is to be started.

export interface ServeOptions {
  // Started by a door, to end when nobody needs it any more.
  readonly background: boolean;
  // Kept running by the person's session: with the projects of the settings, without a terminal, and started anew when its program is replaced.
  readonly service?: boolean | undefined;
  readonly projects: readonly string[];
  // 0: any. Undefined: the usual one, or the next that is free.
  readonly port: number | undefined;
  readonly withToken: boolean;
  // Whether each project has an HTTP bridge. Undefined: as the settings say.
  readonly bridge: boolean | undefined;
  // Which tools are listed for everyone. Undefined: as each project and client says.
  readonly toolset: string | undefined;
  // In milliseconds. Undefined: as usual for a daemon in the background, never for one in a terminal.
  readonly idleExit: number | undefined;
}

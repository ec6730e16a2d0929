// What a client may say about the program to launch or to attach to.
import { z } from 'zod';

const common = {
  cwd: z.string().optional(),
  // Globs of files that steps pass over; <node_internals>/** are Node's own, "!" takes files out again.
  skipFiles: z.array(z.string()).default(['<node_internals>/**']),
  // Whether steps pass over code that a compiler has added.
  smartStep: z.boolean().default(true),
  // How many asynchronous callers V8 remembers; 0 for none.
  asyncStackDepth: z.number().int().min(0).max(200).default(32),
  // Whether conditions, log messages and evaluated expressions may change the program.
  evaluation: z.enum(['free', 'no side effects']).default('free'),
};

export const launchConfiguration = z.looseObject({
  ...common,
  program: z.string().optional(),
  args: z.array(z.string()).default([]),
  // null takes a variable away.
  env: z.record(z.string(), z.string().nullable()).default({}),
  // What runs the program; a name is searched in node_modules/.bin of the project and on the PATH.
  runtimeExecutable: z.string().nullish(),
  runtimeArgs: z.array(z.string()).default([]),
  stopOnEntry: z.boolean().default(false),
  noDebug: z.boolean().default(false),
});

export const attachConfiguration = z.looseObject({
  ...common,
  host: z.string().optional(),
  address: z.string().optional(),
  port: z.coerce.number().int().default(9229),
  // A process that is asked to open its inspector first.
  processId: z.coerce.number().int().optional(),
});

export type LaunchConfiguration = z.output<typeof launchConfiguration>;
export type AttachConfiguration = z.output<typeof attachConfiguration>;

// Requests about the life of a debuggee: launch, attach, begin, restart, end.
import { z } from 'zod';
import { seconds } from '../../../base/waiting/duration.ts';
import { Debuggee } from '../process/debuggee.ts';
import { type AttachConfiguration, attachConfiguration, type LaunchConfiguration, launchConfiguration } from './configuration.ts';
import { type Handlers, handler } from './handler.ts';
import { alreadyStarted, cannotRestart } from './refusals.ts';
import type { NodeDebugSession } from './session.ts';

const nothing = z.looseObject({});
const ending = z.looseObject({ restart: z.boolean().default(false), terminateDebuggee: z.boolean().optional() });
const input = z.looseObject({ text: z.string().optional() });
const restarting = z.looseObject({ arguments: z.unknown().optional() });
// Killed processes are gone within milliseconds; a system under load may need longer.
const END_BOUND = seconds(5);

export function lifeHandlers(session: NodeDebugSession): Handlers {
  const numbers = { last: 0 };
  let launched: LaunchConfiguration | undefined;
  let configured = false;
  let onOver = () => session.events.over();

  const beginIfConfigured = async () => {
    if (configured) await session.debuggee?.begin();
  };

  const opened = (configuration: LaunchConfiguration | AttachConfiguration) => {
    const debuggee = new Debuggee(configuration, session.store, { ...session.events, over: () => onOver() }, numbers);
    session.debuggee = debuggee;
    return debuggee;
  };

  const launch = async (configuration: LaunchConfiguration) => {
    try {
      launched = configuration;
      await opened(configuration).launch(configuration);
    } catch (error) {
      session.debuggee = undefined;
      throw error;
    }
    await beginIfConfigured();
  };

  return {
    launch: handler(launchConfiguration, async (configuration) => {
      if (session.debuggee !== undefined) throw alreadyStarted();
      await launch(configuration);
    }),
    attach: handler(attachConfiguration, async (configuration) => {
      if (session.debuggee !== undefined) throw alreadyStarted();
      try {
        await opened(configuration).attach(configuration);
      } catch (error) {
        session.debuggee = undefined;
        throw error;
      }
      await beginIfConfigured();
    }),
    configurationDone: handler(nothing, async () => {
      configured = true;
      await beginIfConfigured();
    }),
    restart: handler(restarting, async ({ arguments: changed }) => {
      const configuration = launchConfiguration.safeParse(changed ?? launched).data ?? launched;
      if (configuration === undefined || session.debuggee === undefined) throw cannotRestart();
      const old = session.debuggee;
      await new Promise<void>((over) => {
        onOver = over;
        setTimeout(over, END_BOUND).unref();
        if (old.isOver) over();
        else old.kill();
      });
      onOver = () => session.events.over();
      await launch(configuration);
    }),
    // Beyond the protocol: what the program reads; without a text, the end of it.
    writeInput: handler(input, async ({ text }) => {
      await session.running().writeInput(text);
    }),
    // As disconnect: whoever stops a program wants no more of it, so it is not asked to end itself, which would be more of it.
    terminate: handler(nothing, async () => {
      const { debuggee } = session;
      if (launched === undefined) await debuggee?.leave();
      else if (debuggee?.isOver === false) await debuggee.end(END_BOUND);
    }),
    disconnect: handler(ending, async ({ terminateDebuggee }) => {
      const { debuggee } = session;
      if (debuggee === undefined || debuggee.isOver) return;
      // What we have started ends with us; what ran before us runs on.
      if (terminateDebuggee ?? launched !== undefined) await debuggee.end(END_BOUND);
      else await debuggee.leave();
    }),
  };
}

// How a session begins: the adapter is asked what it can, given what to run, given the breakpoints, and let go.
import { Bound, untilAborted } from '../../../base/waiting/abort.ts';
import { minutes, seconds } from '../../../base/waiting/duration.ts';
import { adapterSilent, launchFailed } from '../../../ide/errors/debugErrors.ts';
import { cancelled, IdeError } from '../../../ide/errors/errors.ts';
import { Capabilities } from '../adapters/dapShapes.ts';
import type { HeadlessSession } from './headlessSession.ts';

// dlv and others build the program first.
const LAUNCH = minutes(3);
const INITIALIZE = seconds(30);

const CLIENT = {
  clientID: 'binnacle',
  clientName: 'Binnacle',
  locale: 'en',
  linesStartAt1: true,
  columnsStartAt1: true,
  pathFormat: 'path',
  supportsVariableType: true,
  supportsVariablePaging: true,
  supportsRunInTerminalRequest: false,
  supportsStartDebuggingRequest: true,
  supportsMemoryReferences: false,
  supportsProgressReporting: false,
  supportsInvalidatedEvent: false,
  supportsANSIStyling: false,
};

// Throws launch_failed, with the last that the adapter said; the session has ended then.
export async function launchSession(session: HeadlessSession, signal: AbortSignal): Promise<void> {
  const { requests, options } = session;
  try {
    session.capabilities = await requests.ask(Capabilities, 'initialize', { ...CLIENT, adapterID: options.row.types[0] ?? options.row.id }, signal, INITIALIZE);
    session.client.supportsCancel = session.capabilities.supportsCancelRequest === true;
    // Answered by some adapters only after everything else, so it is not waited for yet.
    const launched = requests.send(options.request, options.launch, signal, LAUNCH);
    await ready(session, launched, signal);
    await session.helper.install(signal);
    await session.breakpoints.install(session.capabilities, options.isTest, signal);
    if (session.capabilities.supportsConfigurationDoneRequest === true) await requests.send('configurationDone', {}, signal);
    await launched;
  } catch (error) {
    // A program that is over before we were ready has been launched all the same.
    if (session.state.state === 'ended' && session.state.exitCode !== undefined) return;
    const said = session.output
      .since(0)
      .map(({ text }) => text)
      .join('')
      .slice(-2_000);
    await session.end();
    if (!(error instanceof IdeError) || error.code === 'cancelled') throw error;
    const errors = options.connection.process?.lastErrors() ?? '';
    throw launchFailed(options.row.id, error.message.replace(/^.*? answered with an error: /, ''), `${said}${errors}`.trim());
  }
}

async function ready(session: HeadlessSession, launched: Promise<unknown>, signal: AbortSignal): Promise<void> {
  using bound = new Bound(signal, LAUNCH);
  const { promise } = session.ready;
  await untilAborted(Promise.race([promise, launched.then(() => promise)]), bound.signal, () =>
    bound.passed ? adapterSilent(session.adapter, 'the launch') : cancelled(),
  );
}

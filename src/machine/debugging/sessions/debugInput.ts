// How a debugged program gets what it reads.
import { noDebugInput } from '../../../ide/errors/debugErrors.ts';
import { isRefusal, reasonIn } from '../adapters/adapterAnswers.ts';
import type { HeadlessSession } from './headlessSession.ts';

// Without a text its input ends. Throws no_debug_input.
export async function writeInput({ options, requests }: HeadlessSession, launched: boolean, text: string | undefined, signal: AbortSignal): Promise<void> {
  const { row, connection, pipes } = options;
  if (!launched) throw noDebugInput('the program was attached to, and reads from whoever started it.');
  if (pipes !== undefined) {
    if (pipes.hasEnded) throw noDebugInput('its input has ended.');
    if (text === undefined) pipes.end();
    else pipes.write(text);
    return;
  }
  if (row.input === undefined) throw noDebugInput(`${row.id} gives its programs no input.`);
  if (row.input === 'request') {
    await requests.send('writeInput', text === undefined ? {} : { text }, signal).catch((error: unknown) => {
      throw isRefusal(error) ? noDebugInput(reasonIn(error)) : error;
    });
    return;
  }
  const stdin = connection.process?.stdin;
  if (stdin === undefined || stdin.writableEnded) throw noDebugInput('its input has ended.');
  if (text === undefined) stdin.end();
  else stdin.write(text);
}

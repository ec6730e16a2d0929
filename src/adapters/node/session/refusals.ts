// Every way in which the adapter says no; a DAP client shows the message to its user.

class AdapterRefusal extends Error {
  override readonly name = 'AdapterRefusal';
}

export const threadEnded = () => new AdapterRefusal('The thread has ended.');
export const threadSilent = (method: string) =>
  new AdapterRefusal(`The debuggee did not answer ${method}: native code keeps its thread busy. Wait and ask again, or terminate it.`);
export const inspectorRefused = (method: string, message: string) => new AdapterRefusal(`${method}: ${message}`);
export const unknownThread = (id: number, known: readonly number[]) =>
  new AdapterRefusal(`There is no thread ${id}. ${known.length === 0 ? 'All threads have ended.' : `There are: ${known.join(', ')}.`}`);
export const notPaused = (name: string) => new AdapterRefusal(`${name} is running. Pause it, or set a breakpoint and wait until it stops.`);
export const unknownFrame = (id: number) => new AdapterRefusal(`There is no frame ${id}: its thread has gone on since. Ask for the stack again.`);
export const unknownReference = (id: number) => new AdapterRefusal(`There is no value ${id}: its thread has gone on since. Ask for the variables again.`);
export const unknownSource = (id: number) => new AdapterRefusal(`There is no source ${id}.`);
export const unsupportedRequest = (command: string) => new AdapterRefusal(`The Node adapter does not know the request "${command}".`);
export const badArguments = (command: string, message: string) => new AdapterRefusal(`The arguments of ${command} are not right: ${message}`);
export const alreadyStarted = () => new AdapterRefusal('This session has its debuggee already. Use a new session for another one.');
export const programMissing = (path: string) => new AdapterRefusal(`There is no program ${path}.`);
export const cannotStart = (executable: string, message: string) => new AdapterRefusal(`${executable} cannot be started: ${message}`);
export const nothingToLaunch = () => new AdapterRefusal('A launch needs "program" (a file for Node) or "runtimeExecutable" (a command).');
export const cannotAttach = (where: string, message: string) =>
  new AdapterRefusal(`No inspector answers at ${where} (${message}). Start the program with node --inspect, or give its port.`);
export const wrongProcess = (where: string, wanted: number, found: number | undefined) =>
  new AdapterRefusal(
    `The inspector at ${where} is ${found === undefined ? 'not' : `that of process ${found}, not`} that of process ${wanted}. Start it with node --inspect=PORT on a port of its own, and attach to that port.`,
  );
export const inputClosed = () => new AdapterRefusal('The program has closed its input, or has ended.');
export const notLaunched = () => new AdapterRefusal('Only a program that was launched here reads what is written here.');
export const cannotRestart = () => new AdapterRefusal('Only a launched program can be restarted; this one was attached to.');
export const frameNotRestartable = (name: string) => new AdapterRefusal(`V8 cannot restart the frame ${name}.`);
export const cannotSet = (name: string, why: string) => new AdapterRefusal(`${name} cannot be set: ${why}`);
export const evaluationEndless = (bound: number) =>
  new AdapterRefusal(`It did not end within ${bound / 1000} s and was interrupted. The program stands where it stood.`);
export const evaluationStuck = (expression: string) =>
  new AdapterRefusal(`${expression} still runs in the program: it does not end, and V8 cannot interrupt what it waits for.`);
export const evaluationFailed = (message: string) => new AdapterRefusal(message);
export const noException = (name: string) => new AdapterRefusal(`${name} did not stop at an exception.`);
export const nothingRuns = () => new AdapterRefusal('Nothing is debugged in this session yet. Send launch or attach first.');
export const frameOfThePast = (name: string) =>
  new AdapterRefusal(
    `${name} has already returned, and its variables are gone; it is shown because it has scheduled what runs, or has thrown. Choose another frame.`,
  );

// How debugpy's adapter is started so that it answers at once, and so that its programs can be given what they read.

// The debugged program sends the head and the body of each message one by one, and its system keeps the second back until the first is acknowledged. The
// adapter's system takes 40 ms for that, because an answer might go with it; so it is asked, after each byte that was read, to acknowledge now. Only Linux
// can be asked; elsewhere this starts the adapter as it is.
const PROMPT = `
import queue, runpy, socket, subprocess, sys, threading, types
if hasattr(socket, 'TCP_QUICKACK'):
    class PromptSocket(socket.socket):
        def recv_into(self, *given):
            count = super().recv_into(*given)
            try:
                self.setsockopt(socket.IPPROTO_TCP, socket.TCP_QUICKACK, 1)
            except OSError:
                pass
            return count
    socket.socket = PromptSocket
`;

// The adapter starts the program with nothing to read, because its own input is the protocol. It is given a pipe instead, which a request of ours fills; a
// thread does so, because a program that does not read must not keep the adapter.
const INPUT = `
from debugpy.adapter import clients, launchers
texts = queue.Queue()
ended = threading.Event()
def feed(pipe):
    try:
        for text in iter(texts.get, None):
            pipe.write(text.encode('utf-8', 'surrogatepass'))
            pipe.flush()
        pipe.close()
    except OSError:
        pass
    ended.set()
def spawn(*command, **given):
    process = subprocess.Popen(*command, **dict(given, stdin=subprocess.PIPE))
    threading.Thread(target=feed, args=(process.stdin,), daemon=True).start()
    return process
launchers.subprocess = types.SimpleNamespace(**dict(vars(subprocess), Popen=spawn))
def write_input(client, request):
    if ended.is_set():
        raise request.cant_handle('its input has ended.', silent=True)
    text = request.arguments.get('text')
    if text is None:
        ended.set()
    texts.put(text)
    return {}
clients.Client.writeInput_request = write_input
`;

const START = "runpy.run_module('debugpy.adapter', run_name='__main__', alter_sys=True)";

export const adapterArguments: readonly string[] = ['-c', `${PROMPT}${INPUT}${START}`.trim()];

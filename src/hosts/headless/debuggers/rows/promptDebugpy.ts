// How debugpy's adapter is started so that it answers at once.

// The debugged program sends the head and the body of each message one by one, and its system keeps the second back until the first is acknowledged. The
// adapter's system takes 40 ms for that, because an answer might go with it; so it is told, after each byte that was read, to acknowledge now. Only Linux
// can be told; elsewhere this starts the adapter as it is.
const PROMPT = `
import runpy, socket
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
runpy.run_module('debugpy.adapter', run_name='__main__', alter_sys=True)
`;

export const adapterArguments: readonly string[] = ['-c', PROMPT.trim()];

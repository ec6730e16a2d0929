// How the debugger's own work in a thread of a Python program is interrupted: an expression that does not end, a text of a value that never comes.
import { seconds } from '../../../base/waiting/duration.ts';

// An expression may take this long; a second later the program ends it by itself, as it must where the expression lets nothing else run.
export const LONGEST_EVALUATION = seconds(8);

export const interrupting = `
# By thread; true once somebody has asked for it.
working = {}


class Interrupted(KeyboardInterrupt):
    pass


def interruptible(do_it):
    def guarded(command, py_db):
        current = threading.current_thread()
        if getattr(current, 'is_pydev_daemon_thread', False):
            return do_it(command, py_db)
        ident = thread.get_ident()
        before = {}
        try:
            if current is threading.main_thread():
                try:
                    listen(before)
                except (ValueError, OSError):
                    # A program inside another one has no signals of its own.
                    pass
            working[ident] = False
            return do_it(command, py_db)
        finally:
            finish(ident, before)

    return guarded


def finish(ident, before):
    while True:
        try:
            with lock:
                asked = working.pop(ident, False)
            # What was sent already arrives at the latest now.
            for _ in range(1000 if asked else 0):
                pass
            if 'alarm' in before:
                signal.setitimer(signal.ITIMER_REAL, 0)
                signal.signal(signal.SIGALRM, before['alarm'])
            if 'interrupt' in before:
                signal.signal(signal.SIGINT, before['interrupt'])
            return
        except Interrupted:
            pass


# For signals to the main thread: that of interrupt(), whatever the program itself does with it, and one of the system where what runs lets no other thread run.
def listen(before):
    handler = signal.getsignal(signal.SIGINT)
    if handler is not None:
        before['interrupt'] = handler
        signal.signal(signal.SIGINT, on_interrupt)
    if not hasattr(signal, 'setitimer') or signal.getitimer(signal.ITIMER_REAL)[0] != 0 or signal.getsignal(signal.SIGALRM) != signal.SIG_DFL:
        return
    before['alarm'] = signal.SIG_DFL
    signal.signal(signal.SIGALRM, on_alarm)
    signal.setitimer(signal.ITIMER_REAL, ${LONGEST_EVALUATION / 1_000 + 1})


def on_interrupt(number, frame):
    if working.get(thread.get_ident()):
        raise Interrupted('it was interrupted')


def on_alarm(number, frame):
    if thread.get_ident() in working:
        raise Interrupted('it was interrupted')


def interrupt():
    own = thread.get_ident()
    with lock:
        for ident in [one for one in working if one != own]:
            working[ident] = True
            if ident != threading.main_thread().ident or signal.getsignal(signal.SIGINT) is not on_interrupt:
                ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(ident), ctypes.py_object(Interrupted))
            elif hasattr(signal, 'pthread_kill'):
                signal.pthread_kill(ident, signal.SIGINT)
            else:
                signal.raise_signal(signal.SIGINT)
`;

"""Ctrl-C while the library runs."""
import signal
import threading


class Interrupts:
    """`with Interrupts() as interrupts:` around a call of the library whose callbacks are functions of Python.

    Python may see a signal at the very beginning of a callback, outside of any try: ctypes prints the exception and
    drops it. So SIGINT is kept (`seen`), and handled when the library has returned; a callback that sees it ends the
    call. Within functions of the user, which `call` calls, it is handled at once.
    """

    def __init__(self):
        self.seen = None
        self._before = None
        self._thread = None
        self._inside = False

    def __enter__(self):
        if threading.current_thread() is threading.main_thread():  # the one that sees signals
            before = signal.getsignal(signal.SIGINT)
            if callable(before):
                self._before, self._thread = before, threading.get_ident()
                signal.signal(signal.SIGINT, self._handle)
        return self

    def _handle(self, number, frame):
        if self._inside:
            self._before(number, frame)
        else:
            self.seen = number, frame

    def __exit__(self, *_):
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)
        if self.seen:
            self._before(*self.seen)

    def call(self, function, failed, keep):
        """function(); an exception goes to keep(error), and the result is failed."""
        try:
            self._inside = threading.get_ident() == self._thread
            return function()
        except BaseException as error:  # KeyboardInterrupt, too
            keep(error)
            return failed
        finally:
            self._inside = False

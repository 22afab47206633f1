"""Play the shares of a simulation, here or in other processes; a share whose worker has died is played again."""

from __future__ import annotations

import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from multiprocessing import active_children, parent_process
from threading import Thread
from typing import Any, Generic, NamedTuple, TypeVar

__all__ = ["Share", "WorkersDied", "play_shares"]

TRIES = 3

Result = TypeVar("Result")


class Share(NamedTuple):
    """Some games with consecutive numbers."""

    first: int
    games: int


class WorkersDied(RuntimeError):
    """The processes that played a share have died again and again; `result` is what was done by then, if known."""

    result: dict[str, Any] | None = None


def play_shares(play: Callable[[Share], Result], shares: Iterable[Share], jobs: int,
                executor: Executor | None = None) -> Iterator[Result]:
    """Yield the results of the shares, in their order, with few of them under way at any time.

    Raises WorkersDied if a share cannot be played, because its processes die or because the executor given is broken.
    """
    if executor is None and jobs == 1:
        yield from map(play, shares)
        return
    crew = _Crew(play, jobs, executor)
    try:
        yield from crew.results(shares)
    finally:
        crew.close()


class _Crew(Generic[Result]):
    """Workers, those of an executor or processes of their own, and what they have under way, oldest first."""

    def __init__(self, play: Callable[[Share], Result], jobs: int, executor: Executor | None) -> None:
        self.play = play
        self.jobs = jobs
        self.given = executor
        self.others = set(active_children())
        self.pool = executor or self._new_pool()
        self.pending: deque[tuple[Share, Future[Result]]] = deque()

    def results(self, shares: Iterable[Share]) -> Iterator[Result]:
        enough = 4 * max(self.jobs, (os.cpu_count() or 1) if self.given else 1)
        try:
            for share in shares:
                self.pending.append((share, self._start(share)))
                if len(self.pending) >= enough:
                    yield self._oldest()
            while self.pending:
                yield self._oldest()
        except KeyboardInterrupt:
            yield from [future.result() for _, future in self.pending if _done(future)]
            raise

    def close(self) -> None:
        """Stop everything that is still under way, unless it runs in the executor of somebody else."""
        if self.given is None:
            self._end(self.pool)
            return
        for _, future in self.pending:
            future.cancel()

    def _new_pool(self) -> Executor:
        return ProcessPoolExecutor(self.jobs, initializer=_begin_work)

    def _end(self, pool: Executor) -> None:
        # The pool stumbles over futures that were cancelled when its processes end: it gives them up by itself.
        if self.pending:
            for child in set(active_children()) - self.others:
                child.terminate()
        pool.shutdown(wait=True)

    def _start(self, share: Share) -> Future[Result]:
        """Return what will be the result of a share; of a pool that is broken already, an error."""
        try:
            return self.pool.submit(self.play, share)
        except BrokenExecutor as error:
            broken: Future[Result] = Future()
            broken.set_exception(error)
            return broken

    def _oldest(self) -> Result:
        """Return the result of the oldest share; if its worker dies, that of another one."""
        for _ in range(TRIES):
            share, future = self.pending[0]
            try:
                result = future.result()
            except BrokenExecutor:
                self._renew(share)
                continue
            self.pending.popleft()
            return result
        raise WorkersDied(f"the processes that played the games {share.first} to {share.first + share.games - 1} have "
                          f"died {TRIES} times")

    def _renew(self, share: Share) -> None:
        """Take new workers and give them what the dead ones have left."""
        if self.given is not None:
            raise WorkersDied(f"the executor is broken; games from {share.first} on are not played")
        self.pool.shutdown(wait=False, cancel_futures=True)
        self.pool = self._new_pool()
        self.pending = deque([(each, future if _done(future) else self._start(each))
                              for each, future in self.pending])


def _done(future: Future[Result]) -> bool:
    return future.done() and not future.cancelled() and future.exception() is None


def _begin_work() -> None:
    """Let a worker go on at ctrl-C: whoever has started it stops it, or has died, and then it ends too.

    Results go back as data, so what a bot prints is kept out of the output of the whole.
    """
    sys.stdout = sys.stderr
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_the_parent, daemon=True).start()


def _end_with_the_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)

"""Who does the work: this thread, threads, processes, or a Dask cluster; all by the one interface of executors."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from typing import Any, ParamSpec, TypeVar

from flagplot.core.refusal import Fault, Faults

P = ParamSpec("P")
T = TypeVar("T")

CONNECT_SECONDS = 10


@dataclass(frozen=True)
class Crew:
    """``hire`` gives a new executor with so many ``workers``; ``name`` says in words what they are.

    ``ahead`` is how many blocks are handed out at a time.
    """

    name: str
    workers: int
    hire: Callable[[], Executor]

    @property
    def ahead(self) -> int:
        """Two blocks for each worker, so that none waits for the next; one where there is nobody to wait."""
        return 1 if self.workers == 1 else 2 * self.workers


class Here(Executor):
    """Does the work on the spot."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Call the function now; what it raises is raised here."""
        future: Future[T] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


def alone() -> Crew:
    """This thread alone."""
    return Crew("one thread", 1, Here)


def threads(n: int) -> Crew:
    """Threads, which work side by side only while the compiled kernel runs."""
    return Crew(f"{n} threads", n, lambda: ThreadPoolExecutor(n)) if n > 1 else alone()


def processes(n: int) -> Crew:
    """Processes on this machine, each begun afresh so that it shares nothing with this one."""

    def hire() -> Executor:
        return ProcessPoolExecutor(n, mp_context=get_context("spawn"), initializer=_leave_interrupts_to_the_caller)

    return Crew(f"{n} processes", n, hire)


def cores() -> int:
    """How many processes can work at once here."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def cluster(address: str) -> Crew:
    """The workers of the Dask scheduler at ``address``; refused where there is no such, or nobody works for it."""
    faults = Faults()
    try:
        from distributed import Client
    except ImportError:
        mend = "Install it: pip install 'flagplot[cluster]'"
        faults.add("missing-extra", "--scheduler", "Dask is not installed", fault=Fault.MALFORMED, mend=mend)
        faults.settle()
    try:
        asyncio.run(_reach(address))
    except (OSError, ValueError, TimeoutError) as error:
        told = str(error).splitlines()[0] if str(error) else "no answer"
        mend = "Give the address that 'dask scheduler' printed, such as tcp://192.0.2.1:8786."
        message = f"no scheduler can be reached at '{address}': {told}"
        faults.add("unknown-scheduler", "--scheduler", message, fault=Fault.MALFORMED, mend=mend)
        faults.settle()
    client: Any = Client(address, timeout=CONNECT_SECONDS, set_as_default=False)  # type: ignore[no-untyped-call]
    workers = sum(client.nthreads().values())
    if not workers:
        client.close()
        mend = f"Start one: dask worker {address}"
        faults.add("no-workers", "--scheduler", f"no worker has come to '{address}'", mend=mend)
        faults.settle()
    return Crew(f"{workers} threads of a Dask cluster", workers, lambda: _Cluster(client))


async def _reach(address: str) -> None:
    """Knock at an address; a client that has failed to start would keep its user waiting when it goes."""
    from distributed.comm.core import connect

    comm: Any = await connect(address, timeout=CONNECT_SECONDS)  # type: ignore[no-untyped-call]
    await comm.close()


class _Cluster(Executor):
    """Dask's own executor, which runs what a lost worker had in hand again elsewhere; it closes its client."""

    def __init__(self, client: Any) -> None:
        self.client = client
        self.executor = client.get_executor(pure=False, retries=3)

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        future: Future[T] = self.executor.submit(fn, *args, **kwargs)
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self.executor.shutdown(wait=False)
        self.client.close()


def _leave_interrupts_to_the_caller() -> None:
    """Ctrl-C reaches every process of a terminal; the one that was started by hand decides what to do."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)

"""Background jobs and the queue that runs them."""

import json
import logging
import time
from collections import deque
from dataclasses import dataclass, field

log = logging.getLogger(__name__)

MAX_ATTEMPTS = 5


@dataclass
class Job:
    name: str
    payload: dict
    attempts: int = 0
    errors: list[str] = field(default_factory=list)


class JobQueue:
    def __init__(self) -> None:
        self._jobs: deque[Job] = deque()
        self._failed: list[Job] = []

    def push(self, job: Job) -> None:
        self._jobs.append(job)

    def pop(self) -> Job | None:
        return self._jobs.popleft() if self._jobs else None

    def fail(self, job: Job, reason: str) -> None:
        job.errors.append(reason)
        self._failed.append(job)


def load_jobs(path: str) -> list[Job]:
    with open(path) as source:
        return [Job(**entry) for entry in json.load(source)]


def run_all(queue: JobQueue, handlers: dict) -> int:
    done = 0
    while job := queue.pop():
        handler = handlers[job.name]
        try:
            handler(job.payload)
            done += 1
        except Exception as problem:
            job.attempts += 1
            if job.attempts < MAX_ATTEMPTS:
                time.sleep(min(2 ** job.attempts, 30))
                queue.push(job)
            else:
                log.error("job %s failed: %s", job.name, problem)
                queue.fail(job, str(problem))
    return done


def report(queue: JobQueue) -> str:
    return f"{len(queue._failed)} failed"

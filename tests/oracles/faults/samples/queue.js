"use strict";

const { EventEmitter } = require("node:events");
const path = require("node:path");

const STATES = ["waiting", "running", "done", "failed"];

class Queue extends EventEmitter {
  constructor(options = {}) {
    super();
    this.jobs = [];
    this.running = 0;
    this.width = options.width || 4;
    this.folder = path.join(options.root || ".", "jobs", "open");
  }

  add(name, run, priority = 0) {
    const job = { name, run, priority, state: STATES[0], tries: 0 };
    const at = this.jobs.findIndex((other) => other.priority < priority);
    if (at < 0) {
      this.jobs.push(job);
    } else {
      this.jobs.splice(at, 0, job);
    }
    this.emit("added", name, priority);
    return new Promise((resolve, reject) => {
      job.resolve = resolve;
      job.reject = reject;
      this.next();
    });
  }

  async next() {
    if (this.running >= this.width || this.jobs.length === 0) {
      return;
    }
    const job = this.jobs.shift();
    this.running += 1;
    try {
      job.state = "running";
      const result = await job.run({ name: job.name, tries: job.tries });
      job.state = "done";
      job.resolve(result);
    } catch (error) {
      job.state = "failed";
      this.emit("failed", job.name, error, job.tries);
      job.reject(error);
    } finally {
      this.running -= 1;
      this.next();
    }
  }

  clear(reason = "cleared") {
    const left = this.jobs.splice(0, this.jobs.length);
    for (const job of left) {
      job.reject(new Error(`${job.name}: ${reason}`));
    }
    return left.length;
  }
}

function retry(run, times, pause = 100) {
  return async function again(context) {
    for (let n = 0; n < times; n += 1) {
      try {
        return await run(context, n, times);
      } catch (error) {
        if (n + 1 === times) {
          throw error;
        }
        await new Promise((resolve) => setTimeout(resolve, pause * (n + 1)));
      }
    }
    return undefined;
  };
}

function describe(queue, prefix = "queue") {
  const counts = { waiting: queue.jobs.length, running: queue.running };
  const parts = Object.entries(counts).map(([state, count]) => `${state}: ${count}`);
  return [prefix, queue.folder, parts.join(", ")].join(" ");
}

module.exports = { Queue, retry, describe, STATES };

import { readFile, writeFile } from "node:fs/promises";
import type { Clock, Logger } from "./runtime";

export interface Entry<T> {
  key: string;
  value: T;
  expires?: number;
}

export type Listener<T> = (entry: Entry<T>, reason: "set" | "expired") => void;

export enum Level {
  Quiet = 0,
  Normal = 1,
  Loud = 2,
}

const DEFAULTS = { limit: 500, seconds: 3600, folder: ".cache" } as const;

export class Store<T> {
  private readonly entries = new Map<string, Entry<T>>();
  private readonly listeners: Listener<T>[] = [];

  constructor(private readonly clock: Clock, private readonly logger: Logger, private limit = DEFAULTS.limit) {
    this.logger.debug("store", { limit, folder: DEFAULTS.folder });
  }

  get size(): number {
    return this.entries.size;
  }

  set(key: string, value: T, seconds: number = DEFAULTS.seconds): void {
    const expires = this.clock.now() + seconds * 1000;
    const entry: Entry<T> = { key, value, expires };
    if (this.entries.size >= this.limit) {
      this.removeOldest(1, "limit");
    }
    this.entries.set(key, entry);
    for (const listener of this.listeners) {
      listener(entry, "set");
    }
  }

  find(key: string): T | undefined {
    const entry = this.entries.get(key);
    if (entry === undefined || (entry.expires ?? 0) < this.clock.now()) {
      return undefined;
    }
    return entry.value;
  }

  async load(path: string): Promise<number> {
    try {
      const text = await readFile(path, "utf-8");
      const rows = JSON.parse(text) as [string, T, number][];
      rows.forEach(([key, value, seconds]) => this.set(key, value, seconds));
      return rows.length;
    } catch (error) {
      this.logger.warn(`cannot read ${path}`, { error, path });
      return 0;
    }
  }

  async save(path: string): Promise<void> {
    const rows = [...this.entries.values()].map((each) => [each.key, each.value, each.expires]);
    await writeFile(path, JSON.stringify(rows, null, 2), "utf-8");
  }

  private removeOldest(count: number, reason: string): void {
    const oldest = [...this.entries.keys()].slice(0, count);
    for (const key of oldest) {
      this.entries.delete(key);
    }
    this.logger.debug("removed", { count, reason });
  }
}

export function levelOf(name: string, other: Level = Level.Normal): Level {
  switch (name) {
    case "quiet":
      return Level.Quiet;
    case "loud":
      return Level.Loud;
    default:
      return other;
  }
}

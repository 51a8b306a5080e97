import fs from 'node:fs';
import yaml from 'js-yaml';

const raw = yaml.load(fs.readFileSync('config.yml', 'utf8'));

export const config = {
  port: Number(process.env.PORT ?? raw.server.port),
  host: raw.server.host,
  requestTimeoutMs: raw.server.request_timeout * 1000,
  cacheTtlMs: raw.cache.ttl * 1000,
  cacheMax: raw.cache.max_entries,
  upstream: raw.upstream,
  logLevel: raw.logging.debug ? 'debug' : raw.logging.level,
};

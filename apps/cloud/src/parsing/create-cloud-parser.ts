import { systemTime, type Time } from '@tactus/time';
import type { CloudConfig } from '../config/config.ts';
import { parse } from './parse-job.ts';
import { createParsePool } from './parse-pool.ts';
import { startParseThread } from './parse-thread.ts';
import { createParser, type Parser } from './parser.ts';

/**
 * The parser of a cloud, with the limits of its configuration. In a time that is not the system's everything is parsed at once: a thread
 * takes as long as it takes, and a cloud in virtual time behaves the same every time.
 */
export function createCloudParser(config: CloudConfig, time: Time): Parser {
  const isLimited = config.rateLimitPerMinute > 0;
  return createParser({
    time,
    limits: { bytes: isLimited ? config.uploadBytesPerHour : 0, ms: isLimited ? config.parseMsPerHour : 0 },
    createPool: (onWorked) =>
      time === systemTime
        ? createParsePool({ time, threads: config.parseThreads, startThread: startParseThread, onWorked })
        : { run: async (job) => parse(job), close: () => undefined },
  });
}

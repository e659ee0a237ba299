import { systemTime, type Time } from '@tactus/time';
import type { CloudConfig } from '../config/config.ts';
import { runParseJob } from './parse-job.ts';
import { createParsePool } from './parse-pool.ts';
import { startParseThread } from './parse-thread.ts';
import { createParser, type Parser } from './parser.ts';

/**
 * The parser of a cloud, with the limits of its configuration. With a fake time everything is parsed at once: the time of a
 * thread cannot be predicted, and a cloud in virtual time behaves the same every time.
 */
export function createCloudParser(config: CloudConfig, time: Time): Parser {
  const isLimited = config.rateLimitPerMinute > 0;
  return createParser({
    time,
    limits: { bytes: isLimited ? config.uploadBytesPerHour : 0, ms: isLimited ? config.parseMsPerHour : 0 },
    createPool: (onWorked) =>
      time === systemTime
        ? createParsePool({ time, threads: config.parseThreads, startThread: startParseThread, onWorked })
        : { run: async (job) => runParseJob(job), close: () => undefined },
  });
}

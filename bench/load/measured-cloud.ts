import { type Cloud, createCloud, createLog, defaultConfig } from '@tactus/cloud';
import { createRandom, systemTime } from '@tactus/time';

/** More than any measurement sends in a minute: requests are counted, and none is refused. */
const REQUESTS_A_MINUTE = 1_000_000;

/** A cloud as `npm start` runs it, on a free port and with a store in memory; its log is discarded. */
export function createMeasuredCloud(): Promise<Cloud> {
  const config = defaultConfig({ port: 0, dataDir: ':memory:', rateLimitPerMinute: REQUESTS_A_MINUTE });
  const log = createLog({ level: config.logLevel, time: systemTime, destination: { write: () => undefined } });
  return createCloud({ config, time: systemTime, random: createRandom(1), log });
}

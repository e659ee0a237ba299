/**
 * A cloud of which a test counts how often its event loop was held up. It keeps its store in the folder of its first argument, counts no
 * requests, and prints its port, and the length of each block when that is over.
 */
import { readFileSync } from 'node:fs';
import { createCloud, createLog, defaultConfig } from '@tactus/cloud';
import { createRandom, systemTime } from '@tactus/time';

/** A line of what it prints. */
export type CountedLine = { readonly port: number } | { readonly blockMs: number };

const print = (line: CountedLine) => process.stdout.write(`${JSON.stringify(line)}\n`);

/** How long the event loop may be at work without a turn for others, ms: a busy machine must not be taken for a block. */
const BLOCK_MS = 100;
const LOOK_EVERY_MS = 5;
const NS_PER_MS = 1e6;

/** Where Linux tells how long this thread had a processor, which on a busy machine is less than the time that passed. */
const THREAD_TIME = `/proc/self/task/${process.pid}/schedstat`;

/** How long the thread of the event loop has worked, ms; elsewhere than on Linux, how much time has passed. */
function workedMs(): number {
  if (process.platform !== 'linux') return systemTime.monotonic();
  return Number(readFileSync(THREAD_TIME, 'utf8').split(' ')[0]) / NS_PER_MS;
}

const config = defaultConfig({ port: 0, dataDir: process.argv[2] ?? '', rateLimitPerMinute: 0 });
const log = createLog({ level: 'error', time: systemTime, destination: { write: () => undefined } });
const cloud = await createCloud({ config, time: systemTime, random: createRandom(1), log });
const { port } = await cloud.listen();

let before = workedMs();
systemTime.every(LOOK_EVERY_MS, () => {
  const now = workedMs();
  if (now - before > BLOCK_MS) print({ blockMs: Math.round(now - before) });
  before = now;
});
print({ port });

/**
 * A cloud that reports how long its event loop was blocked. It has its store in the folder of its first argument and no rate
 * limit, and prints its port, and the length of each block when it is over.
 */
import { readFileSync } from 'node:fs';
import { createCloud, createLog, defaultConfig } from '@tactus/cloud';
import { createRandom, systemTime } from '@tactus/time';

/** One line of its output. */
export type CountedLine = { readonly port: number } | { readonly blockMs: number };

const print = (line: CountedLine) => process.stdout.write(`${JSON.stringify(line)}\n`);

/** The longest work of the event loop without a turn for others, ms, that does not count as a block: a busy machine is slow too. */
const BLOCK_MS = 100;
const LOOK_EVERY_MS = 5;
const NS_PER_MS = 1e6;

/** The file in which Linux states the processor time of this thread, which on a busy machine is less than the elapsed time. */
const THREAD_TIME = `/proc/self/task/${process.pid}/schedstat`;

/** The processor time of the event loop's thread, ms; elsewhere than on Linux, the elapsed time. */
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

export { createListeners } from './listeners.ts';
export { runInNextTurn } from './next-turn.ts';
export { type Random, systemRandom } from './random.ts';
export { createRandom } from './seeded-random.ts';
export { startStopwatch } from './stopwatch.ts';
export { systemTime } from './system-time.ts';
export type { Time, Undo } from './time.ts';

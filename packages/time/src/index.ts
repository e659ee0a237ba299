export { createListeners } from './listeners.ts';
export { runInNextTurn } from './next-turn.ts';
export { createRandom, type Random, systemRandom } from './random.ts';
export { systemTime } from './system-time.ts';
export type { Time, Undo } from './time.ts';

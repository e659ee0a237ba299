/** What a lean device loads when it is first used; only `lean-device.ts` imports this. */
export { leadIn } from './commands/move-to-playback-start.ts';
export { createPositionPredictor } from './position/predictor.ts';

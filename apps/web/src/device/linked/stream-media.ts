import type { MediaEvent, MediaPort, StreamPhase } from '@tactus/sdk';
import type { RecordedStream } from '../session/vibration-stream.ts';
import { NO_CONTROLS } from './observed-media.ts';

/** The stream plays or is about to; everything else is rest. */
const ACTIVE: ReadonlySet<StreamPhase> = new Set(['leading-in', 'starting', 'waiting', 'playing', 'starving']);

/** A stream of points as a medium that other devices follow; nothing controls the stream by it. */
export function streamMedia(stream: RecordedStream, rate: () => number): MediaPort {
  const phase = () => stream.store.getState().phase;
  return {
    ...NO_CONTROLS,
    timeMs: stream.positionMs,
    durationMs: () => Number.POSITIVE_INFINITY,
    rate,
    isLooping: () => false,
    isPaused: () => !ACTIVE.has(phase()),
    isHeld: () => phase() !== 'playing',
    on: (event, listener) =>
      stream.store.subscribe((now, before) => {
        if (eventOf(before.phase, now.phase) === event) listener();
      }),
    onFrame: undefined,
  };
}

/** What a change of the phase is for a medium. */
function eventOf(before: StreamPhase, now: StreamPhase): MediaEvent | undefined {
  if (before === now) return undefined;
  if (!ACTIVE.has(now)) return ACTIVE.has(before) ? 'pause' : undefined;
  if (!ACTIVE.has(before)) return 'play';
  return now === 'playing' ? 'playing' : 'waiting';
}

import { DeviceMode, isHspPlaying } from '@tactus/protocol';
import type { Undo } from '@tactus/time';
import type { ClientCallName } from '../client/client.ts';
import { toDeviceError } from '../errors.ts';
import { type DeviceState, initialState } from '../state/device-state.ts';
import type { MotionLimiter } from './motion-limiter.ts';

/** Motion that can rest for a moment, and goes on by itself. */
export interface RestingMotion {
  isPlaying(): boolean;
  /** Resolves at rest, with what makes the motion go on, unless it was stopped meanwhile in any way. */
  rest(): Promise<Undo>;
  /** The limits have changed; the points that the device has exceed them, or do not. Left out: nothing is sent anew. */
  limitsChanged?(isExceeded: boolean): void;
}

/** The place of a motion among those that rest. */
export interface RestingPlace {
  /** Undefined while no stroke is being set; else resolves once that is over: nothing is to begin before. */
  untilSet(): Promise<void> | undefined;
  /** The motion rests no more for strokes. */
  readonly remove: Undo;
}

/**
 * Sets the stroke under a limit of the speed. A slider moves to its new stroke as fast as it can, and points that were limited for a shorter
 * stroke are too fast in a longer one: so points and scripts of this program rest meanwhile.
 */
export interface StrokeAtRest {
  add(motion: RestingMotion): RestingPlace;
  /** Whether something plays that has to rest before a stroke is sent. */
  isNeeded(): boolean;
  /** Sends a stroke once everything is at rest; of several, the newest. Rejects as `send` does, and where the device did not rest. */
  send<R>(stroke: unknown, send: (stroke: unknown) => Promise<R>): Promise<R>;
  /** Makes what exceeds changed limits play on within them; what cannot by itself is paused. */
  limitsChanged(isExceeded: boolean): void;
  close(): void;
}

const PAUSE_CALLS: Partial<Record<DeviceMode, ClientCallName>> = {
  [DeviceMode.HSP]: 'hsp.pause',
  [DeviceMode.HSSP]: 'hssp.pause',
};

/** Watches for strokes that are set at the device or by another program, too: the motion rests then as soon as that is known. */
export function createStrokeAtRest(parts: {
  readonly state: () => DeviceState;
  readonly subscribe: (listener: (next: DeviceState) => void) => Undo;
  readonly limits: Pick<MotionLimiter, 'current' | 'hasContent' | 'isExceeded'>;
  readonly command: (call: ClientCallName) => Promise<unknown>;
  readonly stop: () => Promise<unknown>;
}): StrokeAtRest {
  const { state, limits, command } = parts;
  const motions = new Set<RestingMotion>();
  /** How many changes the motion rests for, and what resolves once there is none. */
  let changes = 0;
  let untilSet: Promise<void> | undefined;
  let noteSet: () => void = () => undefined;
  let isSending = false;
  let newest: unknown;
  let resting: Promise<void> = Promise.resolve();
  const continuations: Undo[] = [];

  const isLimited = () => limits.current().maxSpeedMmS < Infinity;
  const plays = () => limits.hasContent() && isHspPlaying(state().hsp);
  const isAnyPlaying = () => [...motions].some((motion) => motion.isPlaying());

  async function restAll(): Promise<void> {
    for (const motion of motions) if (motion.isPlaying()) continuations.push(await motion.rest());
    await pauseOthers();
  }

  /** A motion that cannot go on by itself is paused; the person lets it go on. */
  async function pauseOthers(): Promise<void> {
    const { mode } = state();
    const pause = mode === undefined ? undefined : PAUSE_CALLS[mode];
    if (plays() && pause && !isAnyPlaying()) await command(pause);
  }

  /** Whether what plays is still to be paused for a lower limit: the device was away. */
  let isOwed = false;

  /** Pauses what exceeds the limits; stops it where that fails. A device that another tab controls is left to that tab. */
  function pauseExceeding(): void {
    isOwed = !state().connected;
    if (isOwed || !limits.isExceeded()) return;
    pauseOthers().catch((thrown) => toDeviceError(thrown).code !== 'held-elsewhere' && plays() && parts.stop());
  }

  /** Whether the motions go on by themselves now that the device is back, or will. */
  const areBack = ({ mode, continuity = 'nothing-lost' }: DeviceState) =>
    motions.size > 0 && mode === DeviceMode.HSP && continuity === 'nothing-lost';

  async function atRest<R>(run: () => Promise<R>): Promise<R> {
    if (changes === 0)
      untilSet = new Promise((resolve) => {
        noteSet = resolve;
      });
    changes += 1;
    resting = resting.catch(() => undefined).then(restAll);
    try {
      await resting;
      return await run();
    } finally {
      changes -= 1;
      if (changes === 0) {
        untilSet = undefined;
        noteSet();
        for (const continuation of continuations.splice(0)) continuation();
      }
    }
  }

  /** The last stroke that was read: a device that is away has none. */
  let known: DeviceState['slider'] | undefined;
  const unsubscribe = parts.subscribe((next) => {
    if (isOwed && next.connected && plays() && !areBack(next)) pauseExceeding();
    if (next.slider === known || next.slider === initialState.slider) return;
    const isChanged = known !== undefined && (next.slider.min !== known.min || next.slider.max !== known.max);
    known = next.slider;
    if (isChanged && changes === 0 && next.connected && api.isNeeded())
      atRest(async () => undefined).catch(toDeviceError);
  });

  const api: StrokeAtRest = {
    add(motion) {
      motions.add(motion);
      return { untilSet: () => untilSet, remove: () => motions.delete(motion) };
    },
    isNeeded: () => !isSending && isLimited() && (changes > 0 || plays() || isAnyPlaying()),
    send(stroke, send) {
      newest = stroke;
      return atRest(() => {
        isSending = true;
        try {
          return send(newest);
        } finally {
          isSending = false;
        }
      });
    },
    limitsChanged(isExceeded) {
      for (const motion of motions) motion.limitsChanged?.(isExceeded);
      if (isExceeded) pauseExceeding();
    },
    close: unsubscribe,
  };
  return api;
}

import type { Time, Undo } from '@tactus/time';
import type { DeviceState } from '../state/device-state.ts';
import type { PositionEstimate, PositionPredictor } from './position.ts';

/** The position of a device as programs see it. `watches`: what makes its estimate better while somebody looks. */
export function createDevicePosition(parts: {
  readonly predictor: PositionPredictor;
  readonly state: () => DeviceState;
  readonly time: Time;
  readonly watches: readonly (() => Undo)[];
}) {
  const { predictor, state, time, watches } = parts;
  return {
    at: (monotonicMs = time.monotonic()): PositionEstimate | undefined => predictor.at(state(), monotonicMs),
    watch(): Undo {
      const undos = watches.map((begin) => begin());
      return () => {
        for (const undo of undos) undo();
      };
    },
    readings: predictor.readings,
    knowScript: predictor.knowScript,
  };
}

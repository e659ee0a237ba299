import type { Time } from '@tactus/time';
import type { CommandDispatcher } from '../commands/command-dispatcher.ts';
import type { Predictor } from '../position/position.ts';
import type { PositionWatch } from '../position/watch.ts';
import { connectionStatus } from '../state/connection-status.ts';
import type { DeviceStore } from '../state/device-store.ts';
import { readDeviceState } from './read-device.ts';

/** So long the first reading waits for a predictor that is still being loaded, ms: it would have to be made again for it. */
const PREDICTOR_WAIT_MS = 1_000;

/** Reads what the device does when it is connected, once. */
export interface FirstReading {
  /** The connection is complete. */
  begin(): void;
  /** The predictor has been loaded: what was read before is read again, because it knows nothing of that. */
  predictorLoaded(): void;
  /** Another device, or another session of it. */
  forget(): void;
}

/** Builds the readings of one device. */
export function createFirstReading(parts: {
  readonly dispatcher: CommandDispatcher;
  readonly store: DeviceStore;
  readonly time: Time;
  readonly predictor: Pick<Predictor, 'load'>;
  readonly watch: Pick<PositionWatch, 'readElsewhere'>;
}): FirstReading {
  const { dispatcher, store, time, predictor, watch } = parts;
  let hasRead = false;
  /** Rises with every device and session. */
  let generation = 0;

  function read(): void {
    hasRead = true;
    watch.readElsewhere();
    void readDeviceState({ dispatcher, store, time });
  }

  return {
    begin() {
      const loading = predictor.load?.();
      if (!loading) return read();
      hasRead = false;
      const born = generation;
      const readOnce = () => {
        cancelTimer();
        if (born === generation && !hasRead) read();
      };
      const cancelTimer = time.after(PREDICTOR_WAIT_MS, readOnce);
      void loading.then(readOnce);
    },
    predictorLoaded() {
      if (hasRead && connectionStatus(store.get()) === 'ready') read();
    },
    forget() {
      generation += 1;
      hasRead = false;
    },
  };
}

import type { Time } from '@tactus/time';
import type { CommandDispatcher } from '../commands/command-dispatcher.ts';
import type { PositionPredictor } from '../position/position.ts';
import type { WatchedPositionReader } from '../position/watched-position-reader.ts';
import { connectionStatus } from '../state/connection-status.ts';
import type { DeviceStore } from '../state/device-store.ts';
import { readDeviceState } from './read-device.ts';

/** How long the first reading waits for a predictor that is loading, ms: otherwise it would have to be repeated. */
const PREDICTOR_WAIT_MS = 1_000;

/** Reads the state of the device once when it is connected. */
export interface InitialStateReader {
  /** Called when the connection is complete. */
  begin(): void;
  /** Called when the predictor has loaded: it needs the readings from before, which are repeated. */
  predictorLoaded(): void;
  /** Called for another device, or another session of it. */
  forget(): void;
}

/** Returns a reader that reads nothing before `begin`; a loading predictor delays it a little. */
export function createInitialStateReader(parts: {
  readonly dispatcher: CommandDispatcher;
  readonly store: DeviceStore;
  readonly time: Time;
  readonly predictor: Pick<PositionPredictor, 'load'>;
  readonly watch: Pick<WatchedPositionReader, 'readElsewhere'>;
}): InitialStateReader {
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

import { connectionStatus, type Device, type DeviceErrorCode, toDeviceError } from '@tactus/sdk';
import { startStopwatch, type Time, type Undo } from '@tactus/time';

/** The interval between attempts to reach the device again, ms. */
const RETRY_MS = 1_000;
/** A person who waits longer than this for the network does not expect the device to become faster any more. */
const TAKE_UP_WITHIN_MS = 60_000;

/** Errors after which a command may not have arrived, while the same command may well arrive later. */
const UNDELIVERED: readonly DeviceErrorCode[] = ['network', 'timeout', 'rate-limited', 'not-connected'];

/** Whether a command failed because the device could not be reached, rather than because of its content. */
export const isDeliveryError = (error: unknown): boolean => UNDELIVERED.includes(toDeviceError(error).code);

/**
 * Whether a reported speed or strength is that of a failed command, or on the path there: between the value reported
 * before and the wanted one. If not, another client has set it.
 */
export const isBetweenOldAndWanted = (reported: number, speeds: readonly number[]): boolean =>
  reported >= Math.min(...speeds) && reported <= Math.max(...speeds);

/** Waits, after a command that did not arrive, for the device to be reachable again. A call does nothing while an earlier wait is running. */
export interface ReachabilityWait {
  /** Called when a command did not arrive. */
  missed(): void;
  /** Called when the device may have changed unreported: it is read at once, and again until it can be reached. */
  readNow(): void;
  isWaiting(): boolean;
  /** Ends the wait. */
  end(): void;
}

/**
 * Reads the alternating motion or the vibration again as soon as the device can be reached, and then calls `onReached` with
 * whether that is soon enough to resume the failed command: by then the state in the store is the present one.
 */
export function createReachabilityWait(parts: {
  readonly device: Device;
  readonly time: Time;
  readonly read: 'hamp.state' | 'hvp.state';
  readonly onReached: (isSoon: boolean) => void;
}): ReachabilityWait {
  const { device, time, read, onReached } = parts;
  /** Runs while it waits. */
  let waitedMs: (() => number) | undefined;
  let cancelTimer: Undo = () => undefined;
  /** Counts the waits: an answer to an earlier wait changes nothing. */
  let run = 0;

  function tryLater(): void {
    cancelTimer = time.after(RETRY_MS, () => void tryNow());
  }

  async function tryNow(): Promise<void> {
    const mine = run;
    const ready = connectionStatus(device.store.getState()) === 'ready';
    const answered =
      ready &&
      (await device.call(read).then(
        () => true,
        () => false, // the failed call is in the trace
      ));
    if (mine !== run || waitedMs === undefined) return;
    if (!answered) return tryLater();
    const isSoon = waitedMs() <= TAKE_UP_WITHIN_MS;
    waitedMs = undefined;
    onReached(isSoon);
  }

  function begin(attempt: () => void): void {
    if (waitedMs !== undefined) return;
    waitedMs = startStopwatch(time);
    attempt();
  }

  return {
    missed: () => begin(tryLater),
    readNow: () => begin(() => void tryNow()),
    isWaiting: () => waitedMs !== undefined,
    end() {
      run += 1;
      waitedMs = undefined;
      cancelTimer();
    },
  };
}

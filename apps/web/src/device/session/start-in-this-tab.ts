import type { Device } from '@tactus/sdk';

/** Starts motion from this page, where another tab of the browser may control the device. */
export interface StartInThisTab {
  /**
   * Runs a start at once where no other tab controls the device. Else this tab takes control, which stops the device, and
   * runs it once the stop is confirmed; of several presses meanwhile the last one counts. After a Stop in any tab, after a
   * stop that was not confirmed, and once the page is left, it is not run. For presses only: an automatic start never takes
   * control from another tab.
   */
  start(run: () => void): void;
  /** The page is left: a waiting start is dropped. */
  close(): void;
}

/** Creates the start of motion from this page; control is taken from another tab first. */
export function createStartInThisTab(parts: {
  readonly device: Device;
  /** Control was taken from another tab, whose motion was stopped. */
  readonly onTaken: () => void;
  readonly onError: (error: unknown) => void;
}): StartInThisTab {
  const { device, onTaken, onError } = parts;
  let isTaking = false;
  let waiting: (() => void) | undefined;
  let isClosed = false;

  async function take(): Promise<void> {
    isTaking = true;
    try {
      await device.hold.takeOver();
      if (!isClosed) waiting?.();
      onTaken();
    } catch (error) {
      onError(error);
    } finally {
      isTaking = false;
      waiting = undefined;
    }
  }

  return {
    start(run) {
      isClosed = false;
      // During the takeover this tab already has control, while the device may still move.
      if (!isTaking && device.hold.control() !== 'elsewhere') {
        run();
        return;
      }
      waiting = run;
      if (!isTaking) void take();
    },
    close() {
      isClosed = true;
    },
  };
}

import { type Device, isStopBegun } from '@tactus/sdk';

/** A start of a device that takes time to prepare, and that a person may cancel meanwhile. */
export interface CancellableStart {
  /**
   * Prepares and begins; `start` must do nothing more once its signal is aborted, and reports its errors itself. Does nothing
   * while another one is being prepared. After a cancelled one it waits until that has ended, unless it is cancelled itself.
   */
  run(start: (signal: AbortSignal) => Promise<void>): Promise<void>;
  /** Moves the slider slowly to the beginning, a share of the stroke; a part of a start. */
  leadIn(share: number, signal: AbortSignal): Promise<void>;
  /** Cancels the start that is being prepared, or waits. A slider that is on its way to the beginning stops. */
  cancel(): void;
  /** Cancels it for good: nothing starts any more. */
  close(): void;
}

/**
 * Makes starts of a device that do not overlap; a Stop cancels them. `onChange`: whether there is one that is not cancelled,
 * which is being prepared or waits.
 */
export function createCancellableStart(parts: {
  readonly device: Pick<Device, 'store' | 'leadIn' | 'stop'>;
  readonly onChange: (isStarting: boolean) => void;
}): CancellableStart {
  const { device, onChange } = parts;
  /** The newest start, until it is cancelled or over. */
  let wanted: AbortController | undefined;
  /** Settles with the last of the starts, the cancelled ones too. */
  let last: Promise<void> | undefined;
  let isLeadingIn = false;
  let isClosed = false;

  function setWanted(next: AbortController | undefined): void {
    wanted = next;
    onChange(next !== undefined);
  }
  function drop(): void {
    if (wanted === undefined) return;
    wanted.abort();
    setWanted(undefined);
  }
  const unfollow = device.store.subscribe((now, before) => {
    if (isStopBegun(now, before)) drop();
  });

  return {
    async run(start) {
      if (wanted !== undefined || isClosed) return;
      const mine = new AbortController();
      setWanted(mine);
      const before = last;
      const prepare = async () => {
        if (before !== undefined) await before;
        if (!mine.signal.aborted) await start(mine.signal);
      };
      // The first one begins in the press itself: browsers play media then only.
      const ended: Promise<void> = prepare().finally(() => {
        if (wanted === mine) setWanted(undefined);
        if (last === ended) last = undefined;
      });
      last = ended;
      await ended;
    },
    async leadIn(share, signal) {
      isLeadingIn = true;
      try {
        await device.leadIn(share, { signal });
      } finally {
        isLeadingIn = false;
      }
    },
    cancel() {
      drop();
      // A move that was sent goes on by itself.
      if (isLeadingIn) void device.stop();
    },
    close() {
      isClosed = true;
      unfollow();
      drop();
    },
  };
}

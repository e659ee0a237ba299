import type { Time, Undo } from '@tactus/time';

/** Cuts a link at a fixed interval for a fixed time. */
export interface LinkFlapSimulator {
  /** Restarts the cuts; a link that is cut is restored first. Either 0: no more cuts. The present values: no change. */
  set(everyMs: number, forMs: number): void;
  /** Stops the cuts. */
  close(): void;
}

interface Options {
  readonly time: Time;
  readonly cut: () => void;
  readonly restore: () => void;
}

/** Returns flaps that cut nothing until `set`; `cut` and `restore` switch the link. */
export function createLinkFlapSimulator({ time, cut, restore }: Options): LinkFlapSimulator {
  let everyMs = 0;
  let forMs = 0;
  let isCut = false;
  let cancelTimer: Undo = () => undefined;

  function waitForCut(delayMs: number): void {
    cancelTimer = time.after(delayMs, () => {
      isCut = true;
      cut();
      cancelTimer = time.after(forMs, () => {
        isCut = false;
        restore();
        waitForCut(everyMs - forMs);
      });
    });
  }

  return {
    set(wantedEveryMs, wantedForMs) {
      if (wantedEveryMs === everyMs && wantedForMs === forMs) return;
      cancelTimer();
      everyMs = wantedEveryMs;
      forMs = wantedForMs;
      if (isCut) restore();
      isCut = false;
      if (everyMs > 0 && forMs > 0) waitForCut(everyMs);
    },
    close: () => cancelTimer(),
  };
}

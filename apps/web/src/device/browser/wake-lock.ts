import type { Undo } from '@tactus/time';

/** The part of the browser's Screen Wake Lock API that is used. Absent outside a secure context. */
export interface WakeLockPorts {
  readonly request: (() => Promise<{ release(): Promise<void> }>) | undefined;
  readonly isVisible: () => boolean;
  /** Calls whenever the page is shown or hidden: a browser releases the lock of a hidden page. */
  readonly onVisibility: (run: () => void) => Undo;
}

/** Holds a wake lock until undone. A browser that refuses (a low battery) changes nothing else. */
export function preventSleep({ request, isVisible, onVisibility }: WakeLockPorts): Undo {
  let over = false;
  let release: () => void = () => undefined;

  async function acquire() {
    if (request === undefined || !isVisible()) return;
    const lock = await request().catch(() => undefined);
    if (lock === undefined) return;
    const letGo = () => void lock.release().catch(() => undefined);
    if (over) letGo();
    else release = letGo;
  }

  const off = onVisibility(() => void acquire());
  void acquire();
  return () => {
    over = true;
    off();
    release();
  };
}

/** The ports of this browser. */
export function browserWakeLockPorts(): WakeLockPorts {
  const { wakeLock } = navigator as { wakeLock?: WakeLock }; // a page over plain HTTP has none
  return {
    request: wakeLock && (() => wakeLock.request('screen')),
    isVisible: () => document.visibilityState === 'visible',
    onVisibility(run) {
      document.addEventListener('visibilitychange', run);
      return () => document.removeEventListener('visibilitychange', run);
    },
  };
}

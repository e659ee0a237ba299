import type { Heartbeat } from '@tactus/sdk';
import { systemTime, type Undo } from '@tactus/time';
import workerUrl from './heartbeat-worker.ts?worker&url';
import { startOwnWorker } from './own-worker.ts';

/**
 * A heartbeat that goes on while the page is hidden: it comes from a worker. Where the worker cannot be loaded, as when the
 * server has another build by now, the page's own timers beat: slower while the page is hidden, but they do.
 */
export const workerHeartbeat: Heartbeat = (periodMs, run) => {
  const worker = startOwnWorker(workerUrl, 'heartbeat');
  let stopOwn: Undo | undefined;
  worker.addEventListener('message', run);
  worker.addEventListener('error', () => {
    stopOwn ??= systemTime.every(periodMs, run);
  });
  worker.postMessage({ periodMs });
  return () => {
    worker.terminate();
    stopOwn?.();
  };
};

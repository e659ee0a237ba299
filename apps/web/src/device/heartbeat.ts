import type { Heartbeat } from '@tactus/sdk';
import workerUrl from './heartbeat-worker.ts?worker&url';
import { startOwnWorker } from './own-worker.ts';

/** A heartbeat that goes on while the page is hidden: it comes from a worker of its own. */
export const workerHeartbeat: Heartbeat = (periodMs, run) => {
  const worker = startOwnWorker(workerUrl, 'heartbeat');
  worker.addEventListener('message', run);
  worker.postMessage({ periodMs });
  return () => worker.terminate();
};

import { systemTime } from '@tactus/time';

/** The message of the page to the worker: how often to beat. */
export interface HeartbeatRequest {
  readonly periodMs: number;
}

// Browsers throttle the timers of hidden tabs, not those of their workers. Each worker beats for one lease, and ends with it.
addEventListener('message', ({ data }: MessageEvent<HeartbeatRequest>) => {
  systemTime.every(data.periodMs, () => postMessage('beat'));
});

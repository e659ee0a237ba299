import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { workerHeartbeat } from './heartbeat.ts';

const PERIOD_MS = 2_000;

/** A worker that beats by a call of the test, or cannot be loaded. */
class FakeWorker extends EventTarget {
  static last: FakeWorker;
  readonly postMessage = vi.fn();
  readonly terminate = vi.fn();
  constructor() {
    super();
    FakeWorker.last = this;
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('Worker', FakeWorker);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('the beats are those of the worker, and end with it', () => {
  const run = vi.fn();
  const stop = workerHeartbeat(PERIOD_MS, run);
  expect(FakeWorker.last.postMessage).toHaveBeenCalledWith({ periodMs: PERIOD_MS });
  FakeWorker.last.dispatchEvent(new MessageEvent('message', { data: 'beat' }));
  vi.advanceTimersByTime(5 * PERIOD_MS);
  expect(run).toHaveBeenCalledOnce();
  stop();
  expect(FakeWorker.last.terminate).toHaveBeenCalledOnce();
});

test('if the worker cannot be loaded the page beats by itself, until it is stopped', () => {
  const run = vi.fn();
  const stop = workerHeartbeat(PERIOD_MS, run);
  FakeWorker.last.dispatchEvent(new Event('error'));
  FakeWorker.last.dispatchEvent(new Event('error'));
  vi.advanceTimersByTime(5 * PERIOD_MS);
  expect(run).toHaveBeenCalledTimes(5);
  stop();
  vi.advanceTimersByTime(5 * PERIOD_MS);
  expect(run).toHaveBeenCalledTimes(5);
});

test('if the browser refuses to start any worker the page beats by itself, until it is stopped', () => {
  vi.stubGlobal(
    'Worker',
    class {
      constructor() {
        throw new DOMException('denied', 'SecurityError');
      }
    },
  );
  const run = vi.fn();
  const stop = workerHeartbeat(PERIOD_MS, run);
  vi.advanceTimersByTime(5 * PERIOD_MS);
  expect(run).toHaveBeenCalledTimes(5);
  stop();
  const never = vi.fn();
  workerHeartbeat(PERIOD_MS, never)();
  vi.advanceTimersByTime(5 * PERIOD_MS);
  expect(run).toHaveBeenCalledTimes(5);
  expect(never).not.toHaveBeenCalled();
});

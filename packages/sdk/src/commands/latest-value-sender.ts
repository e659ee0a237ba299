import { isolateCallback } from '../state/isolate-callback.ts';

/** Sends a control's values to the device: call it with every value; the newest wins. */
export interface LatestValueSender<A> {
  /** Resolves when this value or a newer one was sent, or at once while another is pending. */
  (value: A): Promise<void>;
  /** Drops a value that has not been sent. */
  cancel(): void;
}

/**
 * For controls that produce many values: sends one at a time, the newest wins, nothing queues, and the last one is
 * always sent. A failed send, and one that throws, goes to `onError` and the next value is sent all the same. `turn`
 * returns what to await before a send, if anything.
 */
export function createLatestValueSender<A>(
  send: (value: A) => Promise<unknown>,
  onError: (error: unknown) => void,
  turn: () => Promise<void> | undefined = () => undefined,
): LatestValueSender<A> {
  let waiting: A[] = [];
  let flying = false;
  const report = isolateCallback(onError);

  async function push(value: A): Promise<void> {
    waiting = [value];
    if (flying) return;
    flying = true;
    while (waiting.length > 0) {
      const wait = turn();
      if (wait !== undefined) await wait;
      const newest = waiting;
      waiting = [];
      for (const next of newest) await (async () => send(next))().catch(report);
    }
    flying = false;
  }

  return Object.assign(push, {
    cancel() {
      waiting = [];
    },
  });
}

import type { ClientCallName } from '../client/client.ts';
import type { DeviceError } from '../errors.ts';
import type { DeviceStore } from '../state/device-store.ts';
import { pendingRequestChangesOf } from '../state/reduce.ts';

/** A pending request that is a state by itself: how it ends. */
export interface PendingRequest {
  done(): void;
  failed(error: DeviceError): void;
}

const NOTHING: PendingRequest = { done: () => undefined, failed: () => undefined };

/** Updates the state for requests that are states by themselves; only the newest of each state slice counts. */
export function createPendingRequestTracker(store: DeviceStore) {
  const newest = new Map<string, number>();
  let count = 0;
  return {
    /** Registers a request that is sent. */
    sent(call: ClientCallName, input: unknown): PendingRequest {
      const request = pendingRequestChangesOf(call);
      if (!request) return NOTHING;
      const { name, steps } = request;
      count += 1;
      const mine = count;
      newest.set(name, mine);
      const isNewest = () => newest.get(name) === mine;
      store.patch(steps.sent(store.get(), input as never)); // the steps were looked up by the call's own name
      return {
        done: () => isNewest() && steps.done && store.patch(steps.done(store.get())),
        failed: (error) => isNewest() && steps.failed && store.patch(steps.failed(store.get(), error)),
      };
    },
    /** From now on, earlier requests change nothing. */
    forget(): void {
      newest.clear();
    },
  };
}

import { abortedError } from '../errors.ts';

/** The state of a request. */
export type RequestState = 'pending' | 'resolved' | 'rejected' | 'cancelled';

/** A promise that can be cancelled. It then rejects with 'Request aborted', whatever the other side does. */
export interface CancellableRequest<T> extends Promise<T> {
  /** The current state of the request. */
  readonly state: RequestState;
  /** Cancels the request. Does nothing when it has ended. */
  cancel(): void;
}

/**
 * Runs something that can be cancelled, by `cancel()` or by the caller's own signal. `run` gets a signal that aborts
 * then; its promise is ignored from then on.
 */
export function runCancellable<T>(
  run: (signal: AbortSignal) => Promise<T>,
  signal?: AbortSignal,
): CancellableRequest<T> {
  const controller = new AbortController();
  let state: RequestState = 'pending';
  let cancel: () => void = () => undefined;

  const promise = new Promise<T>((resolve, reject) => {
    const end = (next: RequestState, settle: () => void) => {
      if (state !== 'pending') return;
      state = next;
      signal?.removeEventListener('abort', cancel);
      settle();
    };
    cancel = () => {
      end('cancelled', () => reject(abortedError(signal?.reason)));
      controller.abort();
    };
    if (signal?.aborted) {
      cancel();
      return;
    }
    signal?.addEventListener('abort', cancel, { once: true });
    run(controller.signal).then(
      (value) => end('resolved', () => resolve(value)),
      (error: unknown) => end('rejected', () => reject(error)),
    );
  });

  return Object.defineProperties(promise, {
    state: { get: () => state },
    cancel: { value: () => cancel() },
  }) as CancellableRequest<T>; // the two properties were added just above
}

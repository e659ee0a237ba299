import type { HspState } from '@tactus/protocol';
import { abortedError, DeviceError } from '../errors.ts';
import type { DeviceStore } from '../state/device-store.ts';

/** Holds a play request back until the script is set. */
export interface DeferredPlay {
  /** Sends at once if a script is set, otherwise after it is set. Rejects if setting fails, or after `cancel`. */
  play(send: () => Promise<HspState>): Promise<HspState>;
  /** Cancels a waiting request: nothing starts by itself after a Stop or in another session. */
  cancel(): void;
  /** Setting a script was refused before it was sent: it has failed, unless another one is set or being set. */
  refused(failure: DeviceError): void;
}

interface Waiting {
  readonly send: () => Promise<HspState>;
  readonly resolve: (state: Promise<HspState>) => void;
  readonly reject: (error: DeviceError) => void;
}

/** Follows the script's state in the store. */
export function createDeferredPlay(store: DeviceStore): DeferredPlay {
  let waiting: Waiting | undefined;

  function take(): Waiting | undefined {
    const taken = waiting;
    waiting = undefined;
    return taken;
  }

  const failure = () => store.get().hssp.failure ?? new DeviceError('refused', 'The script could not be set');
  const cancel = () => take()?.reject(abortedError());

  store.view.subscribe(({ hssp }, { hssp: before }) => {
    if (hssp.internalState === before.internalState) return;
    if (hssp.internalState === 'SCRIPT_FAILED') take()?.reject(failure());
    if (hssp.internalState === 'NOT_INITIALIZED') cancel();
    if (hssp.internalState !== 'SCRIPT_SET') return;
    const due = take();
    due?.resolve(due.send());
  });

  return {
    async play(send) {
      cancel();
      const { internalState } = store.get().hssp;
      if (internalState === 'SCRIPT_SET') return send();
      if (internalState === 'SCRIPT_FAILED') throw failure();
      return new Promise<HspState>((resolve, reject) => {
        waiting = { send, resolve, reject };
      });
    },
    cancel,
    refused(error) {
      const { internalState } = store.get().hssp;
      if (error.code === 'aborted' || /SET/.test(internalState)) return;
      store.patch({ hssp: { internalState: 'SCRIPT_FAILED', failure: error } });
    },
  };
}

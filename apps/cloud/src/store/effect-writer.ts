import type { Time, Undo } from '@tactus/time';

/** Something took effect, such as a revocation, and could not be stored: a process that is killed now has forgotten it. */
export class EffectNotStored extends Error {
  override readonly name = 'EffectNotStored';

  /** A clause that says what took effect. */
  readonly effect: string;

  constructor(effect: string, cause: unknown) {
    super(`${effect}, but that could not be stored`, { cause });
    this.effect = effect;
  }
}

/** Stores what has already taken effect: it is not undone where storing fails, and storing is tried again until it works. */
export interface EffectWriter {
  /** Resolves once it is stored. Rejects with `EffectNotStored` where the first attempt fails. */
  store(effect: string, write: () => Promise<unknown>): Promise<void>;
  /** Ends the further attempts. */
  close(): void;
}

const AGAIN_AFTER_MS = 5_000;

/** Returns a writer; `onError` receives the failures of further attempts. */
export function createEffectWriter(time: Time, onError: (error: unknown) => void): EffectWriter {
  const waiting = new Set<Undo>();
  let isClosed = false;

  function storeLater(write: () => Promise<unknown>): void {
    if (isClosed) return;
    const undo = time.after(AGAIN_AFTER_MS, () => {
      waiting.delete(undo);
      write().catch((error: unknown) => {
        onError(error);
        storeLater(write);
      });
    });
    waiting.add(undo);
  }

  return {
    async store(effect, write) {
      try {
        await write();
      } catch (error) {
        storeLater(write);
        throw new EffectNotStored(effect, error);
      }
    },
    close() {
      isClosed = true;
      for (const undo of waiting) undo();
      waiting.clear();
    },
  };
}

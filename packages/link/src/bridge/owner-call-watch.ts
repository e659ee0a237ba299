import { type CallName, type EffectOnMotion, endpointOf } from '@tactus/protocol';
import type { Undo } from '@tactus/time';
import type { BridgeTarget } from './bridge-target.ts';

/** Distinguishes the owner's calls from the bridge's: both go through the same SDK. */
export interface OwnerCallWatch {
  /** Makes a call of the bridge itself. */
  ours<T>(name: CallName, run: () => PromiseLike<T>): Promise<T>;
  /** Makes a stop of the bridge itself. */
  ourStop<T>(run: () => Promise<T>): Promise<T>;
  close: Undo;
}

interface OwnerWatchParts {
  readonly target: Pick<BridgeTarget, 'store' | 'trace'>;
  /** The owner drives or stopped the device itself; with the call, where that is known. */
  readonly onOwner: (call: CallName | undefined) => void;
  /** The owner stops the device, or a stop follows a start that came late. */
  readonly onStop: () => void;
  /** The owner pressed Stop in another tab, which sends the stop. */
  readonly onStopElsewhere: () => void;
}

/** Watches the calls to `target` until it is closed; `onOwner` and `onStop` are called for the owner's. */
export function watchOwnerCalls({ target, onOwner, onStop, onStopElsewhere }: OwnerWatchParts): OwnerCallWatch {
  let lastSeq = target.trace.entries().at(-1)?.seq ?? 0;
  /** The bridge's own calls that are not in the trace yet. */
  const waiting = new Set<{ readonly name: CallName }>();
  let isOurPress = false;

  function isOurs(name: CallName): boolean {
    for (const one of waiting) {
      if (one.name !== name) continue;
      waiting.delete(one);
      return true;
    }
    return false;
  }

  function readTrace(): void {
    let acted: CallName | undefined;
    for (const { kind, seq, call, byStop } of target.trace.entries()) {
      if (seq <= lastSeq) continue;
      lastSeq = seq;
      if (kind !== 'command' || call === undefined || byStop) continue;
      const name = call as CallName; // a trace notes calls of the contract
      if (!isOurs(name) && actsOnMotion(name)) acted = name;
    }
    if (acted !== undefined) onOwner(acted);
  }

  const close = target.store.subscribe((now, before) => {
    readTrace();
    if (now.stopsElsewhere !== before.stopsElsewhere) {
      onStopElsewhere();
      onOwner(undefined);
    }
    const isPressed = now.stopPresses !== before.stopPresses;
    const isStoppedAgain = now.stopPhase === 'stopping' && before.stopPhase !== 'stopping';
    if (isOurPress || !(isPressed || isStoppedAgain)) return;
    onStop();
    if (isPressed) onOwner(undefined);
  });

  return {
    close,
    async ours(name, run) {
      readTrace();
      const one = { name };
      waiting.add(one);
      try {
        return await run();
      } finally {
        readTrace();
        waiting.delete(one);
      }
    },
    ourStop(run) {
      isOurPress = true;
      try {
        return run();
      } finally {
        isOurPress = false;
      }
    },
  };
}

const ACTS: ReadonlySet<EffectOnMotion> = new Set(['prepares', 'starts', 'pauses', 'ends']);

/** Whether a call starts a motion, ends it, or prepares another; a call that only steers does not change whose motion it is. */
const actsOnMotion = (name: CallName): boolean => ACTS.has(endpointOf(name).motion);

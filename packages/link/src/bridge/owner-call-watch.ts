import { guestCallKind } from '@tactus/motion';
import type { CallName } from '@tactus/protocol';
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

/** Calls in a mode that change the motion and make it the caller's, without setting anything in motion. */
const CHANGES_ONLY: ReadonlySet<string> = new Set([
  'hamp.velocity',
  'hamp.stroke',
  'hsp.flush',
  'hsp.add',
  'hsp.threshold',
  'hsp.pauseOnStarving',
  'hsp.synctime',
  'hsp.loop',
  'hsp.playbackrate',
]);

/** The parts of an owner watch. */
interface OwnerWatchParts {
  readonly target: Pick<BridgeTarget, 'store' | 'trace'>;
  /** The owner drives or stopped the device itself; with the call, where that is known. */
  readonly onOwner: (call: CallName | undefined) => void;
  /** The owner stops the device, or a stop follows a start that came late. */
  readonly onStop: () => void;
  /** The owner pressed Stop in another tab, which sends the stop. */
  readonly onStopElsewhere: () => void;
}

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
    for (const { kind, seq, call, input, byStop } of target.trace.entries()) {
      if (seq <= lastSeq) continue;
      lastSeq = seq;
      if (kind !== 'command' || call === undefined || byStop) continue;
      const name = call as CallName; // a trace notes calls of the contract
      if (!isOurs(name) && changesMotion(name, input)) acted = name;
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

function changesMotion(name: CallName, input: unknown): boolean {
  const what = guestCallKind(name, input);
  if (what === 'never') return /\.(setMode2?|setup|play|resume)$/.test(name);
  return what !== 'read' && what !== 'stream' && !CHANGES_ONLY.has(name);
}

import { guestCallKind } from '@tactus/motion';
import type { CallName } from '@tactus/protocol';
import type { Time, Undo } from '@tactus/time';
import type { BridgeTarget } from './bridge-target.ts';

/** Tells what the owner does with the device from what the bridge does with it: both drive it by the same hand. */
export interface OwnerWatch {
  /** Makes a call that is the bridge's own. */
  ours<T>(name: CallName, run: () => PromiseLike<T>): Promise<T>;
  /** A stop that is the bridge's own. */
  ourStop<T>(run: () => Promise<T>): Promise<T>;
  close: Undo;
}

/** Calls in a mode that change what is going on, and whose it is, without setting anything in motion. */
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

/** Where a start of ours comes behind a stop of ours, the device is stopped again so soon after its answer. */
const STOPS_AGAIN_MS = 50;

/** What it is made of. */
interface OwnerWatchParts {
  readonly target: Pick<BridgeTarget, 'store' | 'trace'>;
  readonly time: Time;
  /** The owner drives by itself, or stopped; with which call, where that is known. */
  readonly onOwner: (call: CallName | undefined) => void;
  /** The device is being stopped, by the owner or behind a start that came late. */
  readonly onStop: () => void;
}

/** Builds it. */
export function watchOwner({ target, time, onOwner, onStop }: OwnerWatchParts): OwnerWatch {
  let lastSeq = target.trace.entries().at(-1)?.seq ?? 0;
  /** Calls of ours that the trace has not noted yet, those that were not answered, and of them those in front of a stop. */
  const waiting = new Set<{ readonly name: CallName }>();
  const underWay = new Set<{ readonly name: CallName }>();
  const late = new Set<{ readonly name: CallName }>();
  let openStops = 0;
  let isStopping = false;
  let lateAtMs = Number.NEGATIVE_INFINITY;

  function isOurs(name: CallName): boolean {
    for (const one of waiting) {
      if (one.name !== name) continue;
      waiting.delete(one);
      return true;
    }
    return false;
  }

  function look(): void {
    let acted: CallName | undefined;
    for (const { kind, seq, call, input } of target.trace.entries()) {
      if (seq <= lastSeq) continue;
      lastSeq = seq;
      if (kind !== 'command' || call === undefined) continue;
      const name = call as CallName; // a trace notes calls of the contract
      if (!isOurs(name) && isDeed(name, input)) acted = name;
    }
    if (acted !== undefined) onOwner(acted);
  }

  const isOurStop = () => openStops > 0 || late.size > 0 || time.monotonic() - lateAtMs < STOPS_AGAIN_MS;

  function isDeed(name: CallName, input: unknown): boolean {
    const what = guestCallKind(name, typeof input === 'object' && input !== null ? { ...input } : {});
    if (what === 'stop') return !isOurStop();
    if (what === 'never') return /\.(setMode2?|setup|play|resume)$/.test(name);
    return what !== 'read' && what !== 'stream' && !CHANGES_ONLY.has(name);
  }

  const close = target.store.subscribe((now, before) => {
    look();
    if (now.stopPhase !== 'stopping' || before.stopPhase === 'stopping' || isStopping) return;
    onStop();
    if (!isOurStop()) onOwner(undefined);
  });

  return {
    close,
    async ours(name, run) {
      look();
      const one = { name };
      waiting.add(one);
      underWay.add(one);
      try {
        return await run();
      } finally {
        look();
        waiting.delete(one);
        underWay.delete(one);
        if (late.delete(one)) lateAtMs = time.monotonic();
      }
    },
    async ourStop(run) {
      look();
      openStops += 1;
      isStopping = true;
      for (const one of underWay) late.add(one);
      try {
        const running = run();
        isStopping = false;
        return await running;
      } finally {
        isStopping = false;
        look();
        openStops -= 1;
      }
    },
  };
}

import type { MotionLimits } from '@tactus/motion';
import { HampPlayState } from '@tactus/protocol';
import type { Time, Undo } from '@tactus/time';
import type { ClientCallName } from '../client/client.ts';
import type { DeviceState } from '../state/device-state.ts';
import { startsMotion } from '../stop/motion-calls.ts';
import { isMoving } from '../stop/stop-calls.ts';

/** Nothing has moved for so long: the next motion begins slowly again, ms. */
const REST_MS = 2000;
/** Between two steps of a speed that holds by itself: two a second (decisions.md 36), and twenty in all at the most. */
const STEP_MS = 500;
const STEPS_MAX = 20;
/** After a speed that did not arrive, ms. */
const RETRY_MS = 1000;
/** A speed that could not be sent for longer is not taken up any more: nobody expects the device to become faster then. */
const TAKE_UP_WITHIN_MS = 60_000;

/** Calls whose speed holds until the next one: it has to be sent again as it may rise. */
type HeldCall = 'hamp.velocity' | 'hvp.setState';
const isPlaying: { readonly [N in HeldCall]: (state: DeviceState) => boolean } = {
  'hamp.velocity': ({ hamp }) => hamp.play_state === HampPlayState.PLAYING,
  'hvp.setState': ({ hvp }) => hvp.enabled,
};
const STATE_CALLS = { 'hamp.velocity': 'hamp.state', 'hvp.setState': 'hvp.state' } as const;
const isHeldCall = (call: ClientCallName): call is HeldCall => call in isPlaying;
/** A motion of another kind, and a stop, end what a held call began. */
const endsHeld = (call: ClientCallName, held: HeldCall): boolean =>
  call.endsWith('.stop') || (startsMotion(call) && groupOf(call) !== groupOf(held));
const groupOf = (call: ClientCallName) => call.split('.', 1)[0];

/** The slow start of what moves as it is told: alternating motion, vibration, direct moves. Streams have one of their own. */
export interface StartRamp {
  /** How far the speed has risen since the start, 0..1; 1 where no slow start is wanted. */
  risen(): number;
  /** Hears what was asked, and whether the ramp keeps it lower for now. */
  asked(call: ClientCallName, input: unknown, isLowered: () => boolean): void;
  /** Whatever was to rise is not sent any more, and the next motion is a start. */
  end(): void;
}

/** A ramp of `rampMs` for one device; `resend` asks anew for what was lowered, or for the state, and rejects where that did not arrive. */
export function createStartRamp(parts: {
  readonly time: Pick<Time, 'monotonic' | 'after'>;
  readonly state: () => DeviceState;
  readonly limits: () => MotionLimits;
  readonly resend: (call: HeldCall | (typeof STATE_CALLS)[HeldCall], input: unknown) => Promise<unknown>;
}): StartRamp {
  const { time, state, limits, resend } = parts;
  const held = new Map<HeldCall, unknown>();
  let beganMs: number | undefined;
  let movedMs = -Infinity;
  let stopTimer: Undo | undefined;
  /** Rises with every speed that is asked for and with the end: what failed before is of no use any more. */
  let asks = 0;
  /**
   * Since when a speed did not arrive, or the device was away: the motion that is known may have ended, and is read before the
   * next speed.
   */
  let inDoubtSinceMs: number | undefined;

  function risen(): number {
    const { rampMs } = limits();
    if (rampMs === 0) return 1;
    const nowMs = time.monotonic();
    if (isMoving(state())) {
      movedMs = nowMs;
      // It was set in motion before anybody wanted a slow start, or by somebody else.
      beganMs ??= nowMs - rampMs;
    } else if (nowMs - movedMs > REST_MS) beganMs = undefined;
    return beganMs === undefined ? 0 : Math.min(1, (nowMs - beganMs) / rampMs);
  }

  function wait(atLeastMs = 0): void {
    if (stopTimer !== undefined || beganMs === undefined) return;
    const { rampMs } = limits();
    const leftMs = Math.max(0, beganMs + rampMs - time.monotonic());
    const stepMs = Math.min(leftMs, Math.max(STEP_MS, rampMs / STEPS_MAX));
    stopTimer = time.after(Math.max(atLeastMs, stepMs), () => {
      stopTimer = undefined;
      const { connected, sseConnected } = state();
      if (connected && sseConnected) for (const [call, input] of [...held]) void rise(call, input);
      else waitInDoubt();
    });
  }

  function waitInDoubt(): void {
    inDoubtSinceMs ??= time.monotonic();
    if (time.monotonic() - inDoubtSinceMs < TAKE_UP_WITHIN_MS) wait(RETRY_MS);
    else held.clear();
  }

  async function rise(call: HeldCall, input: unknown): Promise<void> {
    let mine = asks;
    try {
      if (inDoubtSinceMs !== undefined) await resend(STATE_CALLS[call], {});
      if (mine !== asks) return;
      inDoubtSinceMs = undefined;
      if (isPlaying[call](state())) {
        const answered = resend(call, input);
        mine = asks;
        await answered;
      } else held.delete(call);
    } catch {
      if (mine !== asks) return;
      held.set(call, input);
      waitInDoubt();
    }
  }

  function drop(call: HeldCall): void {
    held.delete(call);
    if (held.size > 0) return;
    stopTimer?.();
    stopTimer = undefined;
  }

  return {
    risen,
    asked(call, input, isLowered) {
      for (const other of held.keys()) if (endsHeld(call, other)) drop(other);
      if (limits().rampMs === 0) return;
      if (startsMotion(call)) {
        const nowMs = time.monotonic();
        beganMs ??= nowMs;
        movedMs = Math.max(movedMs, nowMs + timeOf(input));
      }
      if (!isHeldCall(call)) return;
      asks += 1;
      if (isLowered()) {
        held.set(call, input);
        // What is asked for now has a minute of its own.
        if (inDoubtSinceMs !== undefined) inDoubtSinceMs = time.monotonic();
        wait();
      } else drop(call);
    },
    end() {
      asks += 1;
      for (const call of [...held.keys()]) drop(call);
      beganMs = undefined;
      movedMs = -Infinity;
    },
  };
}

/** How long a direct move is under way, ms; 0 where it does not say. */
function timeOf(input: unknown): number {
  const { t } = Object(input) as { t?: unknown }; // An input is an object by the contract.
  return typeof t === 'number' ? t : 0;
}

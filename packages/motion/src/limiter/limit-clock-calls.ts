import { type InputOf, SYNC_FILTER_DEFAULT } from '@tactus/protocol';
import { isSlowed, type LimitedPlayerCall, limitRateCall, type PlayerCall } from './limit-player-calls.ts';
import type { MotionLimits } from './motion-limits.ts';

/** Under a limit of the speed or the acceleration no `synctime` moves a playback further, ms of the script. */
const STEP_LIMITED_MS = 20;

/** How far a `synctime` moves a playback at most, ms of the script. */
export const syncStepMs = (limits: MotionLimits): number => (isSlowed(limits) ? STEP_LIMITED_MS : Infinity);

/** `hsp.pause`, `hssp.pause`: the time in which the player rests is not known. */
export const limitPauseCall = ({ input, player }: PlayerCall): LimitedPlayerCall => ({
  input,
  player: { ...player, zeroServerMs: Number.NaN },
});

/** `hsp.playbackrate`: the time from which the rate counts is not known. */
export const limitPlaybackRateCall = (one: PlayerCall): LimitedPlayerCall =>
  limitPauseCall({ ...one, ...limitRateCall(one) });

/** `hsp.resume`, `hssp.resume`: under a limit at the paused place, since the slider moves to another one as fast as it can. */
export function limitResumeCall(one: PlayerCall): LimitedPlayerCall {
  const { input, player } = limitPauseCall(one);
  const pickUp = 'pickUp' in input ? 'pickUp' : 'pick_up';
  return { input: isSlowed(one.limits) ? { ...input, [pickUp]: false } : input, player };
}

/**
 * `synctime`: under a limit the clock moves by a small step, since the slider moves to its new place as fast as it can; where the clock is not
 * known, not at all.
 */
export function limitSyncCall({ input, player, limits }: PlayerCall): LimitedPlayerCall {
  const { zeroServerMs, rate } = player;
  const { current_time, server_time, filter = SYNC_FILTER_DEFAULT } = input as unknown as SyncInput; // as the contract has checked it
  const offMs = current_time - (server_time - zeroServerMs) * rate;
  const stepMs = syncStepMs(limits);
  const most = stepMs < Infinity ? Math.min(filter, stepMs / Math.abs(offMs)) || 0 : filter;
  return {
    input: { ...input, filter: most },
    player: { ...player, zeroServerMs: zeroServerMs - (offMs * most) / rate },
  };
}

type SyncInput = InputOf<'hsp.synctime'>;

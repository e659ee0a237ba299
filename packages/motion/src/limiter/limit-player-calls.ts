import type { InputOf } from '@tactus/protocol';
import { numberIn } from '../number-in-fields.ts';
import type { ScriptPoint } from '../scripts/script.ts';
import type { StrokeWindow } from '../zone.ts';
import {
  combinedDemand,
  highestRateWithin,
  type LimitedPoints,
  type LimiterState,
  limitedPosition,
  limiterStateAtRest,
  limitPoints,
  NO_DEMAND,
  type PointsDemand,
} from './limit-points.ts';
import type { MotionLimits } from './motion-limits.ts';

/** A requested point, and what was sent for it. Where it was left out, the one before stands there again. */
interface SentPoint extends LimitedPoints {
  readonly requested: ScriptPoint;
}

/** The content of a device's player: plain data, to be continued with the next call. */
export interface LimitedPlayerState {
  /** The end of the sent points; undefined before the first of them. */
  readonly end: LimiterState | undefined;
  /** The requested points since the last flush, the newest of them. */
  readonly sent: readonly SentPoint[];
  /** The demand of all points that may still be played; undefined where they are unknown. */
  readonly demand: PointsDemand | undefined;
  /** The current rate. */
  readonly rate: number;
  /** The demand of the script that was set up, which its next play puts into the player; undefined where it is unknown. */
  readonly script: PointsDemand | undefined;
  /** The index of the last point as its sender counts; undefined where it does not. */
  readonly tail: number | undefined;
  /** Whether the script ends where it begins: only then a lap begins without a jump. */
  readonly isScriptClosed: boolean;
  /** The clock of the playback: a time of the cloud's clock that is 0 ms of the stream at its rate; NaN where it is not known. */
  readonly zeroServerMs: number;
}

/** The stroke to which the percents of points refer. */
export interface StrokeReference {
  readonly lengthMm: number;
  /** Where the slider is, percent. */
  readonly place: number;
  /** The allowed part of it. */
  readonly allowed: StrokeWindow;
}

type Fields = Readonly<Record<string, unknown>>;

/** A call of a player, and everything that limits it. */
export interface PlayerCall {
  readonly input: Fields;
  readonly stroke: StrokeReference;
  readonly limits: MotionLimits;
  readonly player: LimitedPlayerState;
}

/** A call of a player under the limits, and the player after it. */
export interface LimitedPlayerCall {
  readonly input: Fields;
  readonly player: LimitedPlayerState;
}

/** A player of unknown content. */
export const UNKNOWN_PLAYER_CONTENT: LimitedPlayerState = {
  end: undefined,
  sent: [],
  demand: undefined,
  rate: 1,
  script: undefined,
  tail: undefined,
  isScriptClosed: false,
  zeroServerMs: Number.NaN,
};

/** `hsp.setup`: an empty player, whose points will begin where the slider is. */
export const limitSetupCall = ({ input, player }: PlayerCall): LimitedPlayerCall => ({
  input,
  player: { ...flushed(player), rate: 1 },
});

/** `hsp.flush`: the same at the current rate. */
export const limitFlushCall = ({ input, player }: PlayerCall): LimitedPlayerCall => ({
  input,
  player: flushed(player),
});

/**
 * `hsp.add`: its points continue the ones before. With a flush they replace these: the first ones that were sent before stay as
 * they are for a few seconds, since the slider goes through them now; others begin where the slider is.
 */
export function limitAddCall(one: PlayerCall): LimitedPlayerCall {
  const { input, player } = one;
  return input['flush'] === true ? addTo(flushed(player), input, one, player.sent) : addTo(player, input, one);
}

/**
 * `hsp.play`: no faster than the earlier points allow. Its own points are limited for that rate, and begin the ramp.
 */
export function limitPlayCall(one: PlayerCall): LimitedPlayerCall {
  const { input, player, stroke, limits } = one;
  const startMs = numberIn(input, 'start_time') ?? 0;
  const add = isFields(input['add']) ? input['add'] : undefined;
  const before = add?.['flush'] === true ? flushed(player) : player;
  const end = { ...(before.end ?? limiterStateAtRest(stroke.place, startMs)), rampFromMs: startMs };
  const played = limitRateCall({ ...one, player: { ...before, end } });
  if (!add) return started(withoutLaps(played, limits));
  const added = addTo(played.player, add, one);
  return started(withoutLaps({ input: { ...played.input, add: added.input }, player: added.player }, limits));
}

/** `hsp.loop`: points are not looped under a limit, since later ones may end elsewhere. */
export const limitLoopCall = ({ input, player, limits }: PlayerCall): LimitedPlayerCall =>
  withoutLaps({ input, player }, limits);

/** Under a limit of the speed or the acceleration nothing is looped: a device jumps to the beginning of the next lap. */
function withoutLaps(call: LimitedPlayerCall, limits: MotionLimits): LimitedPlayerCall {
  if (call.input['loop'] !== true || !isSlowed(limits)) return call;
  return { ...call, input: { ...call.input, loop: false } };
}

/** Whether motion is slower under the limits. */
export const isSlowed = ({ maxSpeedMmS, maxAccelerationMmS2 }: MotionLimits): boolean =>
  maxSpeedMmS < Infinity || maxAccelerationMmS2 < Infinity;

/** The highest rate of a player's points; `ofUnknown` is that of unknown ones under a limit. */
const highestRate = ({ player: { demand }, stroke, limits }: Omit<PlayerCall, 'input'>, ofUnknown: number): number =>
  demand ? highestRateWithin(demand, limits, stroke.lengthMm) : isSlowed(limits) ? ofUnknown : Infinity;

/** Whether the points in a player are too fast for the limits at its rate; `ofUnknown` is the highest rate of unknown points under a limit. */
export const isTooFast = (one: Omit<PlayerCall, 'input'>, ofUnknown: number): boolean =>
  one.player.rate > highestRate(one, ofUnknown) * (1 + ROUNDING);

/** A call that sets the rate: capped at the highest rate that the points allow. The rate of unknown points is not raised. */
export function limitRateCall({ input, player, stroke, limits }: PlayerCall): LimitedPlayerCall {
  const requested = numberIn(input, 'playback_rate') ?? 1;
  const most = highestRate({ player, stroke, limits }, 1);
  if (requested <= most * (1 + ROUNDING)) return { input, player: { ...player, rate: requested } };
  return { input: { ...input, playback_rate: most }, player: { ...player, rate: most } };
}

/** `hssp.setup`, `stream.setup`: a script that is available here is limited as a whole. */
export function limitScriptSetupCall(one: PlayerCall): LimitedPlayerCall {
  const { input, player } = one;
  const { actions } = input;
  if (!Array.isArray(actions)) return { input, player: { ...player, script: undefined, isScriptClosed: false } };
  const points = actions.map(({ at, pos }: { at: number; pos: number }) => ({ t: at, x: pos }));
  const limited = limitWholePoints(points, one);
  return {
    input: { ...input, actions: limited.points.map(({ t, x }) => ({ at: t, pos: x })) },
    player: { ...player, script: limited.demand, isScriptClosed: isClosed(limited.points[0], limited.points.at(-1)) },
  };
}

/** Limits the rate of `hssp.play` and `stream.play`, whose script replaces all other points; one that ends where it begins may loop. */
export function limitScriptPlayCall(one: PlayerCall): LimitedPlayerCall {
  const { script, isScriptClosed } = one.player;
  const played = limitRateCall({ ...one, player: { ...one.player, end: undefined, demand: script } });
  return started(isScriptClosed ? played : withoutLaps(played, one.limits));
}

/** Whether the slider is at the same place at two points. */
const isClosed = (first: ScriptPoint | undefined, last: ScriptPoint | undefined): boolean =>
  first !== undefined && first.x === last?.x;

/** The player after a play, with its clock where the play says when it begins. A clock that goes round is not followed. */
function started({ input, player }: LimitedPlayerCall): LimitedPlayerCall {
  const { start_time, server_time, loop } = input as Partial<InputOf<'hsp.play'>>; // as the contract has checked it
  const zeroServerMs = loop ? Number.NaN : (server_time ?? Number.NaN) - (start_time ?? 0) / player.rate;
  return { input, player: { ...player, zeroServerMs } };
}

/** A whole script under the limits at rate 1, from its own beginning. */
export function limitWholePoints(
  points: readonly ScriptPoint[],
  { limits, stroke: { lengthMm, allowed } }: Pick<PlayerCall, 'limits' | 'stroke'>,
): LimitedPoints {
  const [first] = points;
  const start = limiterStateAtRest(limitedPosition(first?.x ?? 0, limits, allowed), first?.t ?? 0);
  return limitPoints(points, start, limits, lengthMm, { allowed });
}

const flushed = (player: LimitedPlayerState): LimitedPlayerState => ({
  ...player,
  end: undefined,
  sent: [],
  demand: NO_DEMAND,
  tail: undefined,
});

/** The player without points that are sent again: they did not arrive, and are limited as they were then. */
function withoutRepeated(player: LimitedPlayerState, requested: readonly ScriptPoint[], tail: number | undefined) {
  const repeated = tail === undefined || player.tail === undefined ? 0 : player.tail - (tail - requested.length);
  const at = player.sent.length - repeated;
  if (repeated <= 0 || at < 0 || !wasSent(player.sent[at], requested[0])) return player;
  const before = player.sent[at - 1]?.state;
  // A play has begun another ramp since, perhaps.
  const end = before && { ...before, rampFromMs: player.end?.rampFromMs ?? before.rampFromMs };
  return { ...player, end, sent: player.sent.slice(0, at) };
}

/** `known`: points that were sent before; those with which the new ones begin stay as they are. */
function addTo(
  whole: LimitedPlayerState,
  add: Fields,
  { stroke, limits }: PlayerCall,
  known: readonly SentPoint[] = [],
): LimitedPlayerCall {
  const requested = pointsOf(add);
  const tail = numberIn(add, 'tail_point_stream_index');
  const player = withoutRepeated(whole, requested, tail);
  const [first] = requested;
  const startMs = first?.t ?? 0;
  // A slow stream may be played at its own rate later.
  const played = { rate: Math.max(1, player.rate), allowed: stroke.allowed };
  let end = player.end ?? limiterStateAtRest(placeAt(known, startMs) ?? stroke.place, startMs);
  let demand = player.demand;
  let next = known.findIndex((point) => wasSent(point, first));
  const points: ScriptPoint[] = [];
  const sent = [...player.sent];
  for (const one of requested) {
    const point = known[next];
    // Limits that became lower count after that time.
    const kept = wasSent(point, one) && one.t <= startMs + KEPT_MS ? point : undefined;
    next = kept ? next + 1 : -1;
    const limited = kept ?? limitPoints([one], end, limits, stroke.lengthMm, played);
    end = limited.state;
    demand &&= combinedDemand(demand, limited.demand);
    points.push(...limited.points);
    sent.push({ ...limited, points: [{ t: end.t, x: end.x }], requested: one });
  }
  return {
    input: { ...add, points },
    player: { ...player, end, demand, sent: sent.slice(-SENT_MAX), tail },
  };
}

/** Where points that were sent lead at a time in the midst of them, percent. */
function placeAt(known: readonly SentPoint[], atMs: number): number | undefined {
  const index = known.findIndex(({ state }) => state.t > atMs);
  const [from, to] = [known[index - 1]?.state, known[index]?.state];
  return from && to && from.x + ((to.x - from.x) * (atMs - from.t)) / (to.t - from.t);
}

/** Whether a point was sent before as it is requested now. */
const wasSent = (sent: SentPoint | undefined, point: ScriptPoint | undefined): boolean =>
  sent?.requested.t === point?.t && sent?.requested.x === point?.x;

/** The points of an add, as the contract has checked them. */
const pointsOf = (add: Fields): readonly ScriptPoint[] =>
  Array.isArray(add['points']) ? (add['points'] as readonly ScriptPoint[]) : [];

/** Points that were limited for a rate allow it, apart from the rounding of quotients. */
const ROUNDING = 1e-9;
/** Points that were sent before stay as they are for so long: until a request has arrived, ms. */
const KEPT_MS = 5_000;
/** As many points as the largest player holds. */
const SENT_MAX = 10_000;

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

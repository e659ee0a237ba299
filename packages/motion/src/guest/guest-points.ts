import { HSP_POINTS_PER_ADD_MAX } from '@tactus/protocol';
import { brakingEndMm } from '../leg.ts';
import type { ScriptPoint } from '../scripts/script.ts';
import { pointsFromStreamTime, wrapIntoLap } from '../track/laps.ts';
import { zoneOfWindow } from '../zone.ts';
import {
  closeLapAtRest,
  type PointCheckContext,
  type SentPointsTail,
  sentPointsTailAtRest,
  shortenMovesToSlowDown,
  strokeLengthMm,
  tailOfSentPoints,
} from './guest-legs.ts';
import { allowedWindowOfStroke, type DeviceAtGuestCall, guestTopSpeedMmS, hasSpeedLimit } from './guest-limits.ts';
import type { GuestMotionState, GuestStream } from './guest-motion-state.ts';

/** A slider this near to its target has reached it, percent of the stroke: points are whole percents. */
const NEAR_PERCENT = 0.5 + 1e-9;

/** The highest speed in a reading of a slider at rest, mm/s. */
export const REST_SPEED_MAX_MM_S = 1;

/** A slider this near to the stream's position follows the stream. */
const FOLLOWS_MM = 5;

/** A stream begins at least this much later, ms. */
const SETTLES_MS = 20;

/** The length of a rest in addition to braking and starting, ms. */
const REST_MS = 20;

/** The input of `hsp.add`. */
interface PointsAdd {
  readonly points: readonly ScriptPoint[];
  readonly tail_point_stream_index: number;
}

/** Points mapped into the allowed part of the stroke, whole percents; undefined where no whole percent is allowed. */
export function mapPointsIntoStroke(
  points: readonly ScriptPoint[],
  judged: PointCheckContext,
): readonly ScriptPoint[] | undefined {
  const { min, max } = allowedWindowOfStroke(judged.device, judged.limits);
  if (min <= 0 && max >= 1) return points;
  const lowest = Math.ceil(min * 100 - 1e-9);
  const highest = Math.floor(max * 100 + 1e-9);
  if (lowest > highest) return undefined;
  return points.map(({ t, x }) => {
    const place = Math.round(min * 100 + (max - min) * x);
    return { t, x: Math.min(Math.max(place, lowest), highest) };
  });
}

/** Appends points to a stream; returns also those of them that the device gets. */
export function streamWithPoints(
  stream: GuestStream,
  added: readonly ScriptPoint[],
  tail: number | undefined,
  judged: PointCheckContext,
): { readonly stream: GuestStream; readonly points: readonly ScriptPoint[] } {
  const next = { ...stream, tail: tail ?? stream.tail + added.length };
  // The device gets no rest without points after it: the plan has exactly the points in the device.
  if (added.length === 0 || !hasSpeedLimit(judged.limits)) return { stream: next, points: added };
  const { maxPoints } = judged.device;
  const requested = [...stream.requested, ...added].slice(-maxPoints);
  const start = startOfAdded(stream, added, judged);
  const beyond = added.filter(({ t }) => t >= start.from.t);
  const limited = shortenMovesToSlowDown(beyond, start.from, stream.limitedRate, judged);
  const first = stream.sent[0];
  const end = beyond.at(-1);
  const back = first && end && { t: end.t, x: first.x };
  const closed = stream.loop && first ? closeLapAtRest(start.from, limited, back, stream.limitedRate, judged) : limited;
  const points = [...start.hold, ...closed].slice(0, HSP_POINTS_PER_ADD_MAX);
  return { stream: { ...next, requested, sent: [...stream.sent, ...points].slice(-maxPoints) }, points };
}

/** A stream with a path from the slider's place: its points, and the state after them. */
interface Reached {
  readonly from: SentPointsTail;
  readonly hold: readonly ScriptPoint[];
}

/**
 * The place and time from which appended points are reached. A stream that has run out, or brakes at its end already,
 * stands there: the next points are reached from there and from now, not from its end.
 */
function startOfAdded(stream: GuestStream, added: readonly ScriptPoint[], judged: PointCheckContext): Reached {
  const { device } = judged;
  const rate = stream.limitedRate;
  const last = tailOfSentPoints(stream.sent, rate, judged);
  const x = last?.x ?? placeOf(device);
  if (stream.phase !== 'playing') return last ? { from: last, hold: [] } : restingAt(x, added[0]?.t ?? 0, rate, judged);
  const arrivesMs = Math.ceil(runMsOf(stream, device.nowMs + device.leadMs));
  if (!last) return restingAt(x, arrivesMs + Math.ceil(timeToStreamStartMs(judged) * stream.rate), rate, judged);
  if (arrivesMs + cornerMs(last, rate, judged) <= last.t) return { from: { ...last, openFromMs: arrivesMs }, hold: [] };
  return restingAt(x, Math.max(arrivesMs, last.t), rate, judged);
}

/**
 * Whether points may be appended to a playing loop: only before its first lap reaches the turn at its end. Later a
 * longer lap would move the stream to another position at once, and so would points where the loop has none.
 */
export function mayAppendToLoop(stream: GuestStream, judged: PointCheckContext): boolean {
  const last = tailOfSentPoints(stream.sent, stream.limitedRate, judged);
  const arrivesMs = runMsOf(stream, judged.device.nowMs + judged.device.leadMs);
  return last !== undefined && arrivesMs + cornerMs(last, stream.limitedRate, judged) <= last.t;
}

/** How long before the end of a leg, ms of a stream, the slider begins to turn towards whatever may follow it. */
function cornerMs({ speed }: SentPointsTail, rate: number, { device, limits }: PointCheckContext): number {
  const speedMmS = (Math.abs(speed) / 100) * strokeLengthMm(device) * rate;
  const turnS = (speedMmS + guestTopSpeedMmS(device, limits)) / device.movement.maxAccelerationMmS2;
  return Math.ceil((turnS / 2) * 1_000 * rate);
}

/** A stream stands at a place until the slider has come to rest there and can start without making up for lost time. */
function restingAt(x: number, fromMs: number, rate: number, { device, limits }: PointCheckContext): Reached {
  const { maxAccelerationMmS2 } = device.movement;
  const changeMmS = Math.abs(device.speedMmS) + guestTopSpeedMmS(device, limits);
  const restMs = Math.ceil(((changeMmS / maxAccelerationMmS2) * 1_000 + REST_MS) * rate);
  const place = Math.round(x);
  const from = sentPointsTailAtRest(place, fromMs + restMs, restMs);
  const hold = [fromMs, from.t].filter((t) => t >= 0).map((t) => ({ t, x: place }));
  return { from, hold };
}

/** The requested points from a stream time on, with a path from the slider's place. */
export function pointsWithPathFromSlider(
  requested: readonly ScriptPoint[],
  streamMs: number,
  rate: number,
  judged: PointCheckContext,
): readonly ScriptPoint[] {
  const fromMs = Math.round(streamMs);
  const { from, hold } = restingAt(placeOf(judged.device), fromMs, rate, judged);
  const later = pointsFromStreamTime(requested, fromMs).filter(({ t }) => t > fromMs);
  return [...hold, ...shortenMovesToSlowDown(later, from, rate, judged)];
}

/** A lap of the requested points that begins and ends at the slider's place. */
export function lapWithPathFromSlider(
  requested: readonly ScriptPoint[],
  rate: number,
  judged: PointCheckContext,
): readonly ScriptPoint[] {
  const [first, ...rest] = requested;
  if (!first) return [];
  const { from, hold } = restingAt(placeOf(judged.device), first.t, rate, judged);
  const lap = shortenMovesToSlowDown(rest, from, rate, judged);
  const end = rest.at(-1);
  return [...hold, ...closeLapAtRest(from, lap, end && { t: end.t, x: from.x }, rate, judged)];
}

/** Whether the sent points lead on from the slider's place of rest, at a stream time: they rest there as well. */
export function canContinueFromRest(
  sent: readonly ScriptPoint[],
  streamMs: number,
  rate: number,
  judged: PointCheckContext,
): boolean {
  const [first] = sent;
  if (!first || Math.abs(judged.device.speedMmS) > REST_SPEED_MAX_MM_S) return false;
  const place = placeOf(judged.device);
  const { from } = restingAt(place, Math.max(streamMs, first.t), rate, judged);
  return [Math.max(streamMs, first.t), from.t].every((ms) => {
    const [here] = pointsFromStreamTime(sent, ms);
    return here !== undefined && Math.abs(here.x - place) <= NEAR_PERCENT;
  });
}

/** The stream time at an instant of the server's clock, ms of the stream. */
export function guestStreamMsAt(stream: GuestStream, nowMs: number): number {
  const runMs = runMsOf(stream, nowMs);
  return stream.phase === 'playing' && stream.loop ? wrapIntoLap(stream.sent, runMs) : runMs;
}

/** The same without folding laps into one. */
const runMsOf = ({ phase, atMs, streamMs, rate }: GuestStream, nowMs: number): number =>
  phase === 'playing' ? streamMs + Math.max(0, nowMs - atMs) * rate : streamMs;

/** All points of a stream in as many adds as needed, each with the stream index of its last point. */
export function splitIntoHspAdds({ sent, requested, tail }: GuestStream): readonly [PointsAdd, ...PointsAdd[]] {
  const addOf = (points: readonly ScriptPoint[]): PointsAdd => {
    const lastMs = points.at(-1)?.t ?? Infinity;
    const after = requested.filter(({ t }) => t > lastMs).length;
    return { points, tail_point_stream_index: Math.max(0, tail - after) };
  };
  const more: PointsAdd[] = [];
  for (let from = HSP_POINTS_PER_ADD_MAX; from < sent.length; from += HSP_POINTS_PER_ADD_MAX)
    more.push(addOf(sent.slice(from, from + HSP_POINTS_PER_ADD_MAX)));
  return [addOf(sent.slice(0, HSP_POINTS_PER_ADD_MAX)), ...more];
}

/**
 * The expected device when a call sent now arrives: a slider that follows the stream moves on along its points from
 * where it was read, for half of a round trip. Any other slider is taken as it was read.
 */
export function expectedDeviceOnArrival(
  device: DeviceAtGuestCall,
  { mode, moves, stream }: GuestMotionState,
): DeviceAtGuestCall {
  if (mode !== 'hsp' || !moves || stream?.phase !== 'playing') return device;
  const halfTripMs = device.leadMs / 2;
  const read = onStream(stream, device.nowMs - halfTripMs, device);
  const found = onStream(stream, device.nowMs + halfTripMs, device);
  if (!read || !found || Math.abs(read.positionMm - device.positionMm) > FOLLOWS_MM) return device;
  if (headingOf(read.speedMmS) !== headingOf(device.speedMmS)) return device;
  const positionMm = device.positionMm + found.positionMm - read.positionMm;
  return { ...device, positionMm, speedMmS: found.speedMmS };
}

/** The direction of a slider; 0 where it rests. */
const headingOf = (speedMmS: number): number => (Math.abs(speedMmS) > REST_SPEED_MAX_MM_S ? Math.sign(speedMmS) : 0);

/** The position and speed of a stream at an instant of the server's clock; undefined before its points. */
function onStream(stream: GuestStream, atMs: number, device: DeviceAtGuestCall) {
  const { rate, loop, sent } = stream;
  const shownMs = guestStreamMsAt(stream, atMs) + (loop ? 0 : device.offsetMs * rate);
  const [here, next] = pointsFromStreamTime(sent, shownMs);
  if (!here || here.t > shownMs) return undefined;
  const { minMm } = zoneOfWindow(device.movement.travel, device.stroke);
  const mm = (percent: number) => (percent / 100) * strokeLengthMm(device);
  const speedMmS = next ? (mm(next.x - here.x) / (next.t - here.t)) * rate * 1_000 : 0;
  return { positionMm: minMm + mm(here.x), speedMmS };
}

/** The slider's position, or where it comes to rest when it brakes at once, percent of the stroke. */
const placeOf = (device: DeviceAtGuestCall): number => Math.min(Math.max(restsAt(device), 0), 100);

/** The same for a slider outside the stroke. */
function restsAt(device: DeviceAtGuestCall): number {
  const { movement, stroke, positionMm, speedMmS } = device;
  const { minMm } = zoneOfWindow(movement.travel, stroke);
  const restsMm = brakingEndMm({ positionMm, speedMmS }, movement.maxAccelerationMmS2);
  return ((restsMm - minMm) / strokeLengthMm(device)) * 100;
}

/**
 * How long a slider takes from its place of rest to the nearest place of a stream, ms: points are whole percents, and
 * the stroke may have changed since. A device goes there at a constant speed until its stream begins, and starts late:
 * half of the allowed speed leaves room for that.
 */
export function timeToStreamStartMs({ device, limits }: PointCheckContext): number {
  const awayMm = (Math.abs(restsAt(device) - Math.round(placeOf(device))) / 100) * strokeLengthMm(device);
  return Math.max(SETTLES_MS, Math.ceil((2_000 * awayMm) / guestTopSpeedMmS(device, limits)));
}

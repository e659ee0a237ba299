import type { DeviceCallName } from '@tactus/protocol';
import { numberIn } from '../number-in-fields.ts';
import type { ScriptPoint } from '../scripts/script.ts';
import { hasSpeedLimit } from './guest-limits.ts';
import { type GuestMotionState, type GuestStream, guestMotionInMode } from './guest-motion-state.ts';
import {
  canContinueFromRest,
  expectedDeviceOnArrival,
  guestStreamMsAt,
  lapWithPathFromSlider,
  mapPointsIntoStroke,
  mayAppendToLoop,
  pointsWithPathFromSlider,
  REST_SPEED_MAX_MM_S,
  splitIntoHspAdds,
  streamWithPoints,
  timeToStreamStartMs,
} from './guest-points.ts';
import type { GuestCallContext, GuestCallOutcome, GuestRefusal, OutgoingCall } from './guest-request.ts';

type StreamCallName = Extract<DeviceCallName, `hsp.${string}`>;

/** A guest's call of the point player. */
type StreamRequest = GuestCallContext & { readonly name: StreamCallName };

type Fields = Readonly<Record<string, unknown>>;

const STATE: OutgoingCall = { name: 'hsp.state', input: {} };

/** How far ahead a start may be requested, ms. */
const LATEST_START_MS = 10_000;

/**
 * Whether the slider has to come to rest before a call: a play begins at the slider's position, and if something else
 * moves it, that position is unknown when the call arrives.
 */
export function mustRestBeforeCall({ name, input, plan, limits, device }: GuestCallContext): boolean {
  if (
    !hasSpeedLimit(limits) ||
    !(name === 'hsp.play' || name === 'hsp.resume' || speedsUpStream({ name, input, plan, limits }))
  )
    return false;
  return Math.abs(device.speedMmS) > REST_SPEED_MAX_MM_S && expectedDeviceOnArrival(device, plan) === device;
}

/**
 * Whether a call makes a playing stream faster: it is then restarted from the slider's position, because the slider
 * would fall behind it while it speeds up.
 */
export function speedsUpStream({ name, input, plan: { stream }, limits }: Omit<GuestCallContext, 'device'>): boolean {
  if (name !== 'hsp.playbackrate' || stream?.phase !== 'playing') return false;
  return hasSpeedLimit(limits) && (numberIn(input, 'playback_rate') ?? 1) > stream.rate;
}

/** Whether a call belongs to the point player. */
export const isPointPlayerCall = (name: DeviceCallName): name is StreamCallName => name.startsWith('hsp.');

/** Holds a call of the point player to the limits; see `limitGuestCall`. */
export function limitGuestStreamCall(requested: StreamRequest): GuestCallOutcome | GuestRefusal {
  const { name, input, plan, limits } = requested;
  const device = expectedDeviceOnArrival(requested.device, plan);
  const request = { ...requested, device };
  const { stream } = plan;
  const asIs: OutgoingCall = { name, input };
  switch (name) {
    case 'hsp.setup':
      return one(asIs, on(plan, emptyStream(), false));
    case 'hsp.flush':
      return one(asIs, on(plan, { ...(stream ?? emptyStream()), requested: [], sent: [] }));
    case 'hsp.add':
      return addPoints(request, input);
    case 'hsp.play':
      return play(request);
    default:
  }
  if (!stream) return { refused: 'stream' };
  switch (name) {
    case 'hsp.pause': {
      if (stream.phase !== 'playing') return one(asIs, on(plan, stream));
      return one(asIs, on(plan, { ...stream, ...standing(request, stream), phase: 'paused' }, false));
    }
    case 'hsp.resume': {
      if (stream.phase !== 'paused' || plan.mode !== 'hsp') return { refused: 'stream' };
      if (hasSpeedLimit(limits)) return playOn(request, stream);
      return one(asIs, on(plan, { ...stream, phase: 'playing', atMs: device.nowMs }, true));
    }
    case 'hsp.playbackrate': {
      const rate = numberIn(input, 'playback_rate') ?? 1;
      if (speedsUpStream(request)) return playOn(request, { ...stream, ...standing(request, stream), rate });
      // The requested rate is stored for the next play; the device gets one at which its points are slow enough.
      const sent = hasSpeedLimit(limits) ? Math.min(rate, stream.limitedRate) : rate;
      const call = { name, input: { ...input, playback_rate: sent } };
      return one(call, on(plan, { ...stream, ...standing(request, stream), rate }));
    }
    case 'hsp.loop':
      if (input['loop'] === true && !stream.loop && hasSpeedLimit(limits)) return { refused: 'limits' };
      return one(asIs, on(plan, { ...stream, ...standing(request, stream), loop: input['loop'] === true }));
    case 'hsp.synctime':
      return hasSpeedLimit(limits) ? one(STATE, plan) : one(asIs, on(plan, stream));
    default:
      return one(asIs, on(plan, stream));
  }
}

/**
 * Appends points. A loop accepts none beyond the device's capacity, because its beginning would be lost, and none after
 * it has come to its end.
 */
function addPoints(request: StreamRequest, add: Fields): GuestCallOutcome | GuestRefusal {
  const { plan, limits, device } = request;
  const before = add['flush'] === true ? flushed(plan.stream) : plan.stream;
  if (!before) return { refused: 'stream' };
  const inside = mapPointsIntoStroke(pointsIn(add), request);
  if (!inside || (before.loop && before.sent.length + inside.length > device.maxPoints)) return { refused: 'limits' };
  const goesRound = before.loop && before.phase === 'playing' && hasSpeedLimit(limits);
  if (goesRound && !mayAppendToLoop(before, request)) return { refused: 'limits' };
  const { stream, points } = streamWithPoints(before, inside, tailIn(add), request);
  return one({ name: 'hsp.add', input: { ...add, ...counted(points, stream, request) } }, on(plan, stream));
}

/**
 * A play begins at the slider's position. Points that were sent stay if they lead away from there; otherwise all
 * remaining points are sent again and catch up with the request at the allowed speed. A stream without points leads
 * nowhere: the slider goes to its first place with the points that are added.
 */
function play(request: StreamRequest): GuestCallOutcome | GuestRefusal {
  const { input, plan, limits, device } = request;
  const add = fieldsIn(input, 'add');
  const before = add?.['flush'] === true ? flushed(plan.stream) : plan.stream;
  const inside = add ? mapPointsIntoStroke(pointsIn(add), request) : [];
  if (!before) return { refused: 'stream' };
  if (!inside) return { refused: 'limits' };
  const rate = numberIn(input, 'playback_rate') ?? 1;
  const limitedRate = before.sent.length === 0 ? rate : before.limitedRate;
  const still: GuestStream = { ...before, limitedRate, phase: 'stopped', loop: false };
  const { stream, points } = streamWithPoints(still, inside, add && tailIn(add), request);
  const withAdd = add && { add: { ...add, ...counted(points, stream, request) } };
  const start = startOf(request, stream);
  const started: GuestStream = { ...stream, ...start };
  if (!hasSpeedLimit(limits))
    return one({ name: 'hsp.play', input: { ...input, ...withAdd } }, on(plan, started, true));

  const offsetMs = device.offsetMs * start.rate;
  // The first point of a lap is at the slider's position, so a lap has to begin there.
  const beginsMs = start.loop ? start.streamMs - offsetMs : start.streamMs;
  const timed = { ...input, start_time: Math.round(beginsMs), server_time: Math.round(start.atMs) };
  const isOneCourse = !start.loop && !before.loop && limitedRate === start.rate;
  const isEmpty = stream.requested.length === 0;
  if (isEmpty || (isOneCourse && canContinueFromRest(stream.sent, beginsMs + offsetMs, start.rate, request)))
    return one({ name: 'hsp.play', input: { ...timed, ...withAdd } }, on(plan, started, true));
  const sent = start.loop
    ? lapWithPathFromSlider(stream.requested, start.rate, request)
    : pointsWithPathFromSlider(stream.requested, beginsMs + offsetMs, start.rate, request);
  if (start.loop && sent.length > device.maxPoints) return { refused: 'limits' };
  return playAnew({ ...started, sent, limitedRate: start.rate }, timed, plan);
}

/** A resume is a play from the paused time: the slider braked beside its course. */
function playOn(request: StreamRequest, { streamMs, rate, loop }: GuestStream): GuestCallOutcome | GuestRefusal {
  const start_time = Math.round(streamMs - request.device.offsetMs * rate);
  const options = { playback_rate: rate, loop, pause_on_starving: false };
  return play({ ...request, name: 'hsp.play', input: { start_time, ...options } });
}

/** Plays a stream whose points are all sent with the play and after it. */
function playAnew(stream: GuestStream, timed: Fields, plan: GuestMotionState): GuestCallOutcome {
  const [first, ...rest] = splitIntoHspAdds(stream);
  const threshold = fieldsIn(timed, 'add')?.['tail_point_threshold'];
  const add = { ...first, flush: true, ...(threshold !== undefined && { tail_point_threshold: threshold }) };
  const begin: OutgoingCall = { name: 'hsp.play', input: { ...timed, add } };
  const more = rest.map((each): OutgoingCall => ({ name: 'hsp.add', input: { ...each, flush: false } }));
  return { calls: [begin, ...more], answer: 0, plan: on(plan, stream, true) };
}

/** The start of a play: not before the command arrives, so that the stream begins at the slider's position. */
function startOf({ input, limits, device }: StreamRequest, { requested }: GuestStream) {
  const loop = input['loop'] === true;
  const rate = numberIn(input, 'playback_rate') ?? 1;
  const atMs = numberIn(input, 'server_time') ?? device.nowMs;
  const streamMs = numberIn(input, 'start_time') ?? 0;
  const start = { phase: 'playing', loop, rate } as const;
  if (!hasSpeedLimit(limits)) return { ...start, atMs, streamMs };
  const { nowMs, leadMs } = device;
  const inTimeMs = Math.min(
    Math.max(atMs, nowMs + leadMs + timeToStreamStartMs({ device, limits })),
    nowMs + LATEST_START_MS,
  );
  return { ...start, atMs: inTimeMs, streamMs: loop ? (requested[0]?.t ?? 0) : streamMs };
}

/** The stream's clock from its current time: not before a play that has yet to begin. */
const standing = ({ device }: StreamRequest, stream: GuestStream) => ({
  atMs: Math.max(stream.atMs, device.nowMs),
  streamMs: guestStreamMsAt(stream, device.nowMs),
});

const emptyStream = (): GuestStream => ({
  requested: [],
  sent: [],
  limitedRate: 1,
  tail: 0,
  phase: 'stopped',
  loop: false,
  rate: 1,
  atMs: 0,
  streamMs: 0,
});

const flushed = (stream: GuestStream | undefined): GuestStream => ({
  ...(stream ?? emptyStream()),
  requested: [],
  sent: [],
});

const on = (plan: GuestMotionState, stream: GuestStream, moves = plan.mode === 'hsp' && plan.moves): GuestMotionState =>
  guestMotionInMode(plan, 'hsp', { stream, moves });

const one = (call: OutgoingCall, plan: GuestMotionState): GuestCallOutcome => ({ calls: [call], answer: 0, plan });

const pointsIn = (add: Fields): readonly ScriptPoint[] =>
  Array.isArray(add['points']) ? (add['points'] as readonly ScriptPoint[]) : []; // checked by the contract

/** Points to send with the number of the last requested one: if some are left out, the device's own count differs. */
const counted = (points: readonly ScriptPoint[], { tail }: GuestStream, { limits }: StreamRequest) =>
  hasSpeedLimit(limits) ? { points, tail_point_stream_index: tail } : { points };

const tailIn = (add: Fields) => numberIn(add, 'tail_point_stream_index');

function fieldsIn(fields: Fields, name: string): Fields | undefined {
  const value = fields[name];
  return typeof value === 'object' && value !== null ? (value as Fields) : undefined; // an object has fields
}

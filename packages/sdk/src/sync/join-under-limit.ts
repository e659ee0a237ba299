import { fractionOfZone, linearPositionAt, recordedSource, type ScriptPoint } from '@tactus/motion';
import { isHspPlaying } from '@tactus/protocol';
import type { Time } from '@tactus/time';
import { LEAD_IN_SPEED_MM_S } from '../commands/move-to-playback-start.ts';
import type { Device } from '../device-api.ts';
import { abortedError } from '../errors.ts';
import { hasSlider } from '../state/capability.ts';
import { endPreparation } from '../stream/end-preparation.ts';
import type { PlaybackStart, SyncPlayback } from './playback.ts';

/** A slider this near to its place in the script counts as there, mm. */
const NEAR_MM = 3;
/** A request arrives after half a round trip and this margin, ms. */
const MARGIN_MS = 15;
/** The round trip of a request while none is known, ms. */
const TRIP_MS = 300;
/** The requests of a move to a place, and the time of a short one, ms. */
const MOVE_TRIPS = 4;
const SHORT_MOVE_MS = 400;
const STEP_MS = 50;

/** What joins a script under a limit of the speed. */
export interface JoinParts {
  readonly device: Device;
  readonly time: Time;
  /** The points of the script as the device has them; undefined where they are unknown. */
  readonly points: () => readonly ScriptPoint[] | undefined;
}

/**
 * A playback that joins its script under a limit of the speed: a device moves to the place of a play as fast as it can, so a slider that is
 * elsewhere stops, moves at the limited speed to where the script will be by then, and plays on from there.
 */
export function joinUnderLimit(playback: SyncPlayback, { device, time, points }: JoinParts): SyncPlayback {
  let joining: AbortController | undefined;
  /** Rises with every play and stop. */
  let moves = 0;
  /** The calls without an answer: while there is one, where the slider is is not known. */
  let unanswered = 0;

  async function sent(call: Promise<boolean>): Promise<boolean> {
    unanswered += 1;
    return call.finally(() => {
      unanswered -= 1;
    });
  }

  function cancel(): void {
    moves += 1;
    joining?.abort(abortedError());
    joining = undefined;
  }

  const state = device.store.getState;
  const tripMs = () => state().clockSync.rtd + state().clockSync.deviceRtd || TRIP_MS;
  const topMmS = () => Math.min(LEAD_IN_SPEED_MM_S, device.limits.current().maxSpeedMmS);

  /** The start of a play that arrives at a time of the cloud's clock. */
  function startAt({ scriptMs, atServerMs, ...start }: PlaybackStart, serverMs: number): PlaybackStart {
    const laterMs = (Math.round(serverMs) - atServerMs) * start.rate;
    return { ...start, scriptMs: Math.max(0, Math.round(scriptMs + laterMs)), atServerMs: Math.round(serverMs) };
  }

  /** Where the script is in the stroke at a start, 0..1; with a positive offset of the person the device is ahead. */
  function placeOf({ scriptMs, rate }: PlaybackStart, script: readonly ScriptPoint[]): number {
    const { deviceUserTimeOffset = 0 } = state().clockSync;
    return (linearPositionAt(recordedSource(script), scriptMs + deviceUserTimeOffset * rate) ?? 0) / 100;
  }

  /** How far the slider is expected to be from a place, mm; the whole stroke where it is not known. */
  function distanceMm(place: number, atMs: number): number {
    const { min_absolute: minMm, max_absolute: maxMm } = state().slider;
    const mm = device.position.at(atMs)?.positionMm;
    return mm === undefined ? maxMm - minMm : Math.abs(fractionOfZone({ minMm, maxMm }, mm) - place) * (maxMm - minMm);
  }

  /** When the slider can be at the place that the script has by then, after so much time for the requests. */
  function meetingMs(start: PlaybackStart, script: readonly ScriptPoint[], requestsMs: number): number {
    const nowMs = device.clock.serverNow();
    const { min_absolute, max_absolute } = state().slider;
    const mostMs = ((max_absolute - min_absolute) / topMmS()) * 1_000;
    const isReached = (moveMs: number) => {
      const place = placeOf(startAt(start, nowMs + requestsMs + moveMs), script);
      return (distanceMm(place, time.monotonic()) / topMmS()) * 1_000 <= moveMs;
    };
    let moveMs = 0;
    while (moveMs < mostMs && !isReached(moveMs)) moveMs += STEP_MS;
    return nowMs + requestsMs + moveMs;
  }

  async function join(start: PlaybackStart, script: readonly ScriptPoint[], signal: AbortSignal): Promise<boolean> {
    if (isHspPlaying(state().hsp)) await sent(playback.stop());
    for (let requestsMs = MOVE_TRIPS * tripMs() + SHORT_MOVE_MS; ; requestsMs *= 2) {
      signal.throwIfAborted();
      const there = startAt(start, meetingMs(start, script, requestsMs));
      const place = placeOf(there, script);
      await device.leadIn(device.limits.current().reversed ? 1 - place : place, { signal });
      const waitMs = there.atServerMs - tripMs() / 2 - MARGIN_MS - device.clock.serverNow();
      if (waitMs < 0) continue;
      await time.sleep(waitMs, signal);
      signal.throwIfAborted();
      // From now on a stop is one of the script.
      joining = undefined;
      return sent(playback.play(there));
    }
  }

  return {
    ...playback,
    async play(start) {
      cancel();
      const script = points();
      const isLimited = device.limits.current().maxSpeedMmS < Infinity && hasSlider(state());
      if (!isLimited || script === undefined) return sent(playback.play(start));
      const arrivalMs = tripMs() / 2;
      const place = placeOf(startAt(start, device.clock.serverNow() + arrivalMs), script);
      if (unanswered === 0 && distanceMm(place, time.monotonic() + arrivalMs) <= NEAR_MM)
        return sent(playback.play(start));
      const mine = new AbortController();
      joining = mine;
      try {
        return await join(start, script, mine.signal);
      } finally {
        if (joining === mine) joining = undefined;
      }
    },
    async stop() {
      const wasJoining = joining !== undefined;
      cancel();
      const mine = moves;
      if (!wasJoining) return sent(playback.stop());
      await endPreparation(device, time, () => mine !== moves);
      return false;
    },
    syncTime: async (moment) => joining !== undefined || playback.syncTime(moment),
    isResting: () => joining !== undefined || playback.isResting?.() === true,
    // The move to the place ends what the device played before: that is no stop of it.
    isOurs: (hsp) => joining === undefined && playback.isOurs?.(hsp) !== false,
  };
}

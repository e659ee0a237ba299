import { fractionOfZone, linearPositionAt, type PointSource, sourceWithLeadIn } from '@tactus/motion';
import type { Time } from '@tactus/time';
import type { Device } from '../device-api.ts';
import type { StreamStart } from './device-feeder.ts';

/** A monotonic time, and the place of the stream at that time. */
export interface StreamAnchor {
  readonly atMs: number;
  readonly streamMs: number;
}

/** Computes how a playback begins at a place: from the slider's expected position. */
export interface PlaybackStartPlanner {
  /** When a request that is sent now will have reached the device, monotonic ms. */
  arrivalMs(tripMs: number): number;
  /** How fast the slider may join a course, percent of the stroke a ms of the stream. */
  percentPerMs(rate: number): number;
  /** `buffered` is the content of the device's buffer: with `reuse` it continues at the slider's position on it. */
  begin(options: {
    readonly place: StreamAnchor;
    readonly rate: number;
    readonly wanted: PointSource;
    readonly buffered: PointSource;
    readonly reuse: boolean;
  }): StreamStart;
}

/** A request arrives after half a round trip and this margin: late is worse than early. */
const MARGIN_MS = 15;
/** A slider within this distance of a course counts as on it, percent of the stroke. */
const BESIDE_PERCENT = 3;
/**
 * Under a limit of the speed the slider stands for so long before it joins a course: what a device is behind after a late request, it
 * catches up at full speed, ms.
 */
const LATE_MS = 300;
/** The stroke of a device that has not reported one, mm. */
const USUAL_STROKE_MM = 100;

/** Returns a planner for one device; `joinSpeedMmS` bounds the speed onto the course, mm/s. */
export function createPlaybackStartPlanner(parts: {
  readonly device: Device;
  readonly time: Time;
  readonly joinSpeedMmS: number;
}): PlaybackStartPlanner {
  const { device, time } = parts;

  function stroke() {
    const { min_absolute: minMm, max_absolute: maxMm } = device.store.getState().slider;
    return maxMm > minMm ? { minMm, maxMm } : { minMm: 0, maxMm: USUAL_STROKE_MM };
  }

  /**
   * The slider's expected position, in the unit of points: percent of the stroke, before limits mirror it; and how far outside the stroke
   * the slider is, percent.
   */
  function sliderPercentAt(atMs: number): { readonly percent: number; readonly outside: number } | undefined {
    const estimate = device.position.at(atMs);
    if (!estimate) return undefined;
    const place = fractionOfZone(stroke(), estimate.positionMm) * 100;
    const percent = Math.min(Math.max(place, 0), 100);
    return {
      percent: device.limits.current().reversed ? 100 - percent : percent,
      outside: Math.abs(place - percent),
    };
  }

  const isLimited = () => device.limits.current().maxSpeedMmS < Infinity;

  function percentPerMs(rate: number): number {
    const { minMm, maxMm } = stroke();
    const mmS = Math.min(parts.joinSpeedMmS, device.limits.current().maxSpeedMmS);
    return mmS / (maxMm - minMm) / 10 / rate;
  }

  return {
    arrivalMs: (tripMs) => time.monotonic() + tripMs / 2 + MARGIN_MS,
    percentPerMs,
    begin({ place, rate, wanted, buffered, reuse }) {
      const behindMs = device.clock.serverNow() - time.monotonic();
      const serverMs = Math.round(place.atMs + behindMs);
      const streamMs = Math.max(0, Math.round(place.streamMs));
      const start = { start_time: streamMs, server_time: serverMs, playback_rate: rate };
      const clock = { atMs: serverMs - behindMs, streamMs, rate };
      const onCourse = linearPositionAt(wanted, streamMs);
      const { percent: slider = onCourse, outside = 0 } = sliderPercentAt(place.atMs) ?? {};
      const besidePercent = (slider ?? Number.NaN) - (linearPositionAt(buffered, streamMs) ?? Number.NaN);
      if (reuse && Math.max(outside, Math.abs(besidePercent)) <= BESIDE_PERCENT) return { start, clock };
      const speed = percentPerMs(rate);
      // From outside the stroke the slider moves in at that speed first.
      const lateMs = isLimited() ? LATE_MS + Math.ceil(outside / speed) : 0;
      const from = { t: streamMs + lateMs, x: Math.round(slider ?? 0) };
      return { start, clock, course: (source) => sourceWithLeadIn(source, from, speed) };
    },
  };
}

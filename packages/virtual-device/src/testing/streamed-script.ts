import { bootDevice, type Pairs, pointsOf } from './booted-device.ts';
import type { Seen } from './fidelity.ts';

/** The length of an add, and how far ahead of the playback points are sent. */
const ADD = 100;
const LEAD_MS = 30_000;

/** A device to which a script is streamed in adds of 100 points as it plays. */
export async function streamScript(script: Pairs) {
  const booted = bootDevice();
  const { time, device, add, mm } = booted;
  await booted.measureClock();
  await device.call('hsp.setup', { stream_id: 1 });
  let sent = 0;

  const next = () => {
    const points = pointsOf(script.slice(sent, sent + ADD));
    sent += points.length;
    return { points, flush: false, tail_point_stream_index: sent };
  };

  /** Sends the points that are needed at a script time. */
  async function feed(scriptMs: number): Promise<void> {
    while (sent < script.length && (script[sent]?.[0] ?? Infinity) < scriptMs + LEAD_MS)
      await device.call('hsp.add', next());
  }

  return {
    ...booted,
    add,
    feed,
    /** The add of a seek: it starts a new buffer at the last point before a time of the script. */
    addFrom(scriptMs: number) {
      sent = Math.max(0, script.findIndex(([t]) => t > scriptMs) - 1);
      return { ...next(), flush: true };
    },
    /** Plays on and records the slider every 5 ms; `fromMs` and `rate` give the script's target. */
    async watch(durationMs: number, fromMs: number, rate = 1): Promise<Seen[]> {
      const seen: Seen[] = [];
      for (let passedMs = 0; passedMs < durationMs; passedMs += STEP_MS) {
        const scriptMs = fromMs + passedMs * rate;
        if (passedMs % 1_000 === 0) await feed(scriptMs);
        seen.push({ scriptMs, mm: await mm() });
        time.advance(STEP_MS);
      }
      return seen;
    },
  };
}

const STEP_MS = 5;

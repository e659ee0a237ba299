import { bootDevice, mmOf, type Pairs, pointsOf } from './booted-device.ts';

/** The length of an add, and how far ahead of the playback points are sent. */
const ADD = 100;
const LEAD_MS = 30_000;

/** Where the slider was seen at an instant, and where in the script it should have been. */
export interface Seen {
  readonly scriptMs: number;
  readonly mm: number;
}

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

  /** Sends what should be there by the time the script has come so far. */
  async function feed(scriptMs: number): Promise<void> {
    while (sent < script.length && (script[sent]?.[0] ?? Infinity) < scriptMs + LEAD_MS)
      await device.call('hsp.add', next());
  }

  return {
    ...booted,
    add,
    feed,
    /** The add that a seek carries: it starts a new buffer at the last point before a time of the script. */
    addFrom(scriptMs: number) {
      sent = Math.max(0, script.findIndex(([t]) => t > scriptMs) - 1);
      return { ...next(), flush: true };
    },
    /** Plays on for so long and looks at the slider every 5 ms; `fromMs` and `rate` tell where the script should be. */
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

/** Where a script is at one of its times: straight from point to point, holding the ends. */
export function scriptMm(script: Pairs, scriptMs: number): number {
  let low = 0;
  let high = script.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((script[middle]?.[0] ?? Infinity) <= scriptMs) low = middle + 1;
    else high = middle;
  }
  const [from, to] = [script[low - 1], script[low]];
  if (!from || !to) return mmOf((from ?? to)?.[1] ?? 0);
  return mmOf(from[1] + ((to[1] - from[1]) * (scriptMs - from[0])) / (to[0] - from[0]));
}

/** How the slider followed a script. */
export interface Fidelity {
  /** How long after the script the slider was, ms of real time, where their cross-correlation is greatest. */
  readonly lagMs: number;
  /** The greatest difference once that delay is taken away, mm. */
  readonly worstMm: number;
}

const MOST_LAG_MS = 30;
const LAG_STEP_MS = 0.5;

/** Compares what was seen with the script by cross-correlation. */
export function fidelityOf(script: Pairs, seen: readonly Seen[], rate = 1): Fidelity {
  const meanMm = seen.reduce((sum, { mm }) => sum + mm, 0) / seen.length;
  const scriptAt = ({ scriptMs }: Seen, lagMs: number) => scriptMm(script, scriptMs - lagMs * rate);
  let best = { lagMs: 0, correlation: -Infinity };
  for (let lagMs = -MOST_LAG_MS; lagMs <= MOST_LAG_MS; lagMs += LAG_STEP_MS) {
    let [product, square] = [0, 0];
    for (let index = 0; index < seen.length; index += 4) {
      const at = seen[index];
      if (!at) continue;
      const expected = scriptAt(at, lagMs) - meanMm;
      product += expected * (at.mm - meanMm);
      square += expected ** 2;
    }
    const correlation = product / Math.sqrt(square);
    if (correlation > best.correlation) best = { lagMs, correlation };
  }
  let worstMm = 0;
  for (const at of seen) worstMm = Math.max(worstMm, Math.abs(at.mm - scriptAt(at, best.lagMs)));
  return { lagMs: best.lagMs, worstMm };
}

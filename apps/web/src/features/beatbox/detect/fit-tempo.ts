import type { SoundOnset } from './onsets.ts';

/** The tempo found in a sound. */
export interface FoundTempo {
  readonly bpm: number;
  /** When the first beat is, ms from the start. */
  readonly firstBeatMs: number;
  /** The confidence, 0..1: the share of onsets that lie on a beat, and of beats that have an onset. */
  readonly confidence: number;
  /** Beats that have an onset. */
  readonly beats: number;
}

/** The range of tempi, beats a minute. */
const BPM = { least: 50, most: 210 } as const;
const FEWEST_BEATS = 4;
/** How far an onset may be from an expected beat, as a share of the time between beats. */
const REACH_SHARE = 0.1;
/** How much of a miss goes into the next expectation, and into the time between beats. */
const FOLLOW = { phase: 0.5, period: 0.1 } as const;
/** A beat may begin with any of the first onsets. */
const STARTS = 12;
const TIMES_TRIED = 8;
/** Of two tempi that fit equally well the one nearer to this wins. */
const USUAL_BPM = 110;
const USUAL_WEIGHT = 0.06;

/** The least strength of the first beat against the others: noise at the start is no beat. */
const FIRST_SHARE = 0.4;

interface MatchedBeat {
  readonly index: number;
  readonly onset: SoundOnset;
}

/** Finds the tempo that fits the onsets best, of the most frequent times between them. Undefined where nothing repeats. */
export function fitTempo(onsets: readonly SoundOnset[]): FoundTempo | undefined {
  let best: { readonly score: number; readonly found: FoundTempo } | undefined;
  for (const periodMs of commonTimes(onsets)) {
    for (let start = 0; start < Math.min(STARTS, onsets.length); start += 1) {
      const found = measured(follow(onsets, start, periodMs), onsets);
      if (!found) continue;
      const score = found.confidence * (1 - USUAL_WEIGHT * Math.abs(Math.log2(found.bpm / USUAL_BPM)));
      if (!best || score > best.score + 1e-9) best = { score, found };
    }
  }
  return best?.found;
}

const isTempo = (periodMs: number): boolean => periodMs >= 60_000 / BPM.most && periodMs <= 60_000 / BPM.least;

/** The most frequent times between two onsets, neighbours or not, ms. */
function commonTimes(onsets: readonly SoundOnset[]): number[] {
  const counts = new Map<number, { weight: number; sumMs: number }>();
  onsets.forEach((first, index) => {
    for (const second of onsets.slice(index + 1, index + 9)) {
      const spanMs = second.atMs - first.atMs;
      if (!isTempo(spanMs)) continue;
      const bin = Math.round(spanMs / 15);
      const weight = first.strength * second.strength;
      const before = counts.get(bin) ?? { weight: 0, sumMs: 0 };
      counts.set(bin, { weight: before.weight + weight, sumMs: before.sumMs + weight * spanMs });
    }
  });
  return [...counts.values()]
    .sort((a, b) => b.weight - a.weight)
    .slice(0, TIMES_TRIED)
    .map(({ weight, sumMs }) => sumMs / weight);
}

/** Goes from beat to beat and collects the onset near each. */
function follow(onsets: readonly SoundOnset[], start: number, guessMs: number): MatchedBeat[] {
  const first = onsets[start];
  if (!first) return [];
  const matched: MatchedBeat[] = [{ index: 0, onset: first }];
  let periodMs = guessMs;
  let expectedMs = first.atMs + periodMs;
  let index = 1;
  let at = start + 1;
  while (at < onsets.length) {
    const reachMs = periodMs * REACH_SHARE;
    while ((onsets[at]?.atMs ?? Infinity) < expectedMs - reachMs) at += 1;
    const onset = strongestNear(onsets, at, expectedMs + reachMs);
    if (onset) {
      matched.push({ index, onset });
      const missMs = onset.atMs - expectedMs;
      expectedMs += missMs * FOLLOW.phase;
      periodMs += missMs * FOLLOW.period;
    }
    expectedMs += periodMs;
    index += 1;
  }
  return matched;
}

function strongestNear(onsets: readonly SoundOnset[], from: number, untilMs: number): SoundOnset | undefined {
  let strongest: SoundOnset | undefined;
  for (let at = from; (onsets[at]?.atMs ?? Infinity) <= untilMs; at += 1) {
    const onset = onsets[at];
    if (onset && onset.strength > (strongest?.strength ?? 0)) strongest = onset;
  }
  return strongest;
}

/** The evenly spaced beats that fit the found ones best, and how well. */
function measured(matched: readonly MatchedBeat[], onsets: readonly SoundOnset[]): FoundTempo | undefined {
  const last = matched.at(-1);
  if (!last || matched.length < FEWEST_BEATS) return undefined;
  const { startMs, periodMs } = lineThrough(matched);
  if (!isTempo(periodMs)) return undefined;
  const off = ({ atMs }: SoundOnset) => {
    const beats = (atMs - startMs) / periodMs;
    return Math.abs(beats - Math.round(beats));
  };
  const onBeat = onsets.filter((onset) => off(onset) <= REACH_SHARE);
  const middling = onBeat.map(({ strength }) => strength).sort((a, b) => a - b)[onBeat.length >> 1] ?? 0;
  const first = onBeat.find(({ strength }) => strength >= middling * FIRST_SHARE);
  const end = onBeat.at(-1);
  if (!first || !end || onBeat.length < FEWEST_BEATS) return undefined;
  const weight = (list: readonly SoundOnset[]) => list.reduce((sum, { strength }) => sum + strength, 0);
  const [firstBeat, lastBeat] = [first, end].map(({ atMs }) => Math.round((atMs - startMs) / periodMs));
  const places = (lastBeat ?? 0) - (firstBeat ?? 0) + 1;
  const sounding = new Set(onBeat.map(({ atMs }) => Math.round((atMs - startMs) / periodMs))).size / places;
  const precise = weight(onBeat) / Math.max(weight(onsets), Number.MIN_VALUE);
  const even = 1 - onBeat.reduce((sum, onset) => sum + off(onset), 0) / onBeat.length;
  const together = (2 * precise * sounding) / (precise + sounding);
  return { bpm: 60_000 / periodMs, firstBeatMs: first.atMs, confidence: together * even, beats: onBeat.length };
}

/** The straight line through beats, weighted by their strength. */
function lineThrough(matched: readonly MatchedBeat[]): { startMs: number; periodMs: number } {
  let [sum, sumIndex, sumMs] = [0, 0, 0];
  for (const { index, onset } of matched) {
    sum += onset.strength;
    sumIndex += onset.strength * index;
    sumMs += onset.strength * onset.atMs;
  }
  const [meanIndex, meanMs] = [sumIndex / sum, sumMs / sum];
  let [covariance, variance] = [0, 0];
  for (const { index, onset } of matched) {
    covariance += onset.strength * (index - meanIndex) * (onset.atMs - meanMs);
    variance += onset.strength * (index - meanIndex) ** 2;
  }
  const periodMs = covariance / variance;
  return { startMs: meanMs - meanIndex * periodMs, periodMs };
}

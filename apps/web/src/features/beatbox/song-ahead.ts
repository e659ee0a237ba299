/** Where the beats of a song are. */
export interface Song {
  /** From its start, ms. */
  readonly firstBeatMs: number;
  readonly beatMs: number;
}

/** How far a song is ahead of its nearest beat, at a time from its start; negative where that beat is still to come. */
export function songAheadMs({ firstBeatMs, beatMs }: Song, atMs: number): number {
  const beats = (atMs - firstBeatMs) / beatMs;
  return (beats - Math.round(beats)) * beatMs;
}

/** A playback by the wire's names, ms: `start_time` of the script is at `server_time` of the cloud. */
export interface ScriptPlayback {
  readonly start_time: number;
  readonly server_time: number;
  /** Default 1. */
  readonly playback_rate?: number | undefined;
}

/**
 * The time in its script at which a device plays, ms: the one place that combines all clocks. The device converts the
 * cloud's time to its own; with a positive time offset of the user it plays ahead, in ms of real time.
 */
export function scriptTimeAt(playback: ScriptPlayback, serverMs: number, userOffsetMs: number): number {
  const { start_time, server_time, playback_rate = 1 } = playback;
  return start_time + playback_rate * (serverMs - server_time + userOffsetMs);
}

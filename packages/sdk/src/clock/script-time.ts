/** A playback by the wire's names, ms: `start_time` of the script happens at `server_time` of the cloud. */
export interface ScriptPlayback {
  readonly start_time: number;
  readonly server_time: number;
  /** Default 1. */
  readonly playback_rate?: number | undefined;
}

/**
 * Where in its script a device is that plays, ms: all clocks in one place. The device turns the cloud's time into its
 * own by itself; the person's time offset has it ahead, in ms of real time (api-v3.md 2.8).
 */
export function scriptTimeAt(playback: ScriptPlayback, serverMs: number, userOffsetMs: number): number {
  const { start_time, server_time, playback_rate = 1 } = playback;
  return start_time + playback_rate * (serverMs - server_time + userOffsetMs);
}

import type { HspState } from '@tactus/protocol';
import { initialState, type SyncDevice } from '@tactus/sdk';
import type { Random, Time } from '@tactus/time';

/** A device that plays a script behind a network that may reorder, and its actual state. */
export interface ModelledPlayer {
  readonly device: SyncDevice;
  /** Its present position in the script, ms. */
  scriptMs(): number;
  isPlaying(): boolean;
  /** Transit of the newest stop, ms. */
  lastStopWayMs(): number;
  /** The time of each request, ms. */
  readonly sentAtMs: readonly number[];
  /** Whether answers are in transit. */
  isBusy(): boolean;
}

/** One transit to the device, ms. */
export type Way = (random: Random) => number;

/** Transit to our own cloud, and half of the vendor's round trips of 300 to 380 ms. */
export const WAYS = {
  tactus: (random) => 22 + random.exponential(8) + (random.next() < 0.03 ? random.exponential(120) : 0),
  vendor: (random) => (300 + 80 * random.next()) / 2,
} as const satisfies Readonly<Record<string, Way>>;

const CLOCK_SIGMA_MS = 1;
/** The client's estimate of the cloud's clock changes with each batch of probes. */
const CLOCK_BATCH_EVERY_MS = 20_000;

interface PlayInput {
  readonly start_time?: number;
  readonly server_time?: number;
  readonly playback_rate?: number;
}

/** The device's clock has a new error at every command, that of the client at every batch of probes. */
export function createPlayer(parts: {
  readonly time: Time;
  readonly random: Random;
  readonly way: Way;
  /** Whether requests never overtake each other. */
  readonly keepsOrder: boolean;
}): ModelledPlayer {
  const { time, random, way, keepsOrder } = parts;
  let arrivesAtMs = 0;
  let [isPlaying, rate, lastStopWayMs, underway] = [false, 1, 0, 0];
  let anchor = { atMs: 0, scriptMs: 0 };
  const sentAtMs: number[] = [];

  const now = () => time.monotonic();
  const scriptMs = () => anchor.scriptMs + (isPlaying ? (now() - anchor.atMs) * rate : 0);
  const clockError = () => random.normal(0, CLOCK_SIGMA_MS);
  let probed = { batch: -1, errorMs: 0 };
  function clientClockError(): number {
    const batch = Math.floor(now() / CLOCK_BATCH_EVERY_MS);
    if (batch !== probed.batch) probed = { batch, errorMs: clockError() };
    return probed.errorMs;
  }
  const state = (): HspState => ({ ...initialState.hsp, play_state: isPlaying ? 1 : 2, playback_rate: rate });
  const sinceMs = (serverMs: number | undefined) => (serverMs === undefined ? 0 : time.now() + clockError() - serverMs);

  function send(apply: () => void, wayMs = way(random)): Promise<HspState> {
    sentAtMs.push(now());
    underway += 1;
    arrivesAtMs = Math.max(keepsOrder ? arrivesAtMs : 0, now() + wayMs);
    return new Promise((resolve) => {
      time.after(arrivesAtMs - now(), () => {
        apply();
        const answer = state();
        time.after(way(random), () => {
          underway -= 1;
          resolve(answer);
        });
      });
    });
  }

  const play = ({ start_time = 0, server_time, playback_rate = 1 }: PlayInput = {}) =>
    send(() => {
      [isPlaying, rate] = [true, playback_rate];
      anchor = { atMs: now(), scriptMs: start_time + sinceMs(server_time) * rate };
    });
  const still = () => {
    lastStopWayMs = way(random);
    return send(() => {
      anchor = { atMs: now(), scriptMs: scriptMs() };
      isPlaying = false;
    }, lastStopWayMs);
  };
  const notOfThis = () => Promise.reject(new Error('No controller of this benchmark asks for that'));

  const known = { ...initialState, connected: true, session_id: 'model' };
  return {
    device: {
      store: { getState: () => known, getInitialState: () => known, subscribe: () => () => undefined },
      on: () => () => undefined,
      clock: {
        serverNow: () => time.now() + clientClockError(),
        error: () => ({ jitterMs: 2 * CLOCK_SIGMA_MS, asymmetryMs: 0, deviceMs: 0 }),
      },
      hssp: {
        play,
        stop: still,
        synctime: ({ current_time, server_time, filter = 0.5 }) =>
          send(() => {
            const shouldBeMs = current_time + (isPlaying ? sinceMs(server_time) * rate : 0);
            anchor = { atMs: now(), scriptMs: scriptMs() + filter * (shouldBeMs - scriptMs()) };
          }),
        setup: notOfThis,
        pause: notOfThis,
        resume: notOfThis,
        readState: notOfThis,
      },
    },
    scriptMs,
    isPlaying: () => isPlaying,
    lastStopWayMs: () => lastStopWayMs,
    sentAtMs,
    isBusy: () => underway > 0,
  };
}

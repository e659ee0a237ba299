import { createRandom } from '@tactus/time';
import { createFakeTime } from '@tactus/time/testing';
import { type ControllerName, controllers } from './video-controllers.ts';
import { drawHappenings } from './video-happenings.ts';
import { createVideo } from './video-media.ts';
import { createPlayer, WAYS } from './video-player.ts';

/** The result of some minutes of playback; ms. */
export interface VideoRun {
  /** Errors of the script against the picture while the picture moved. */
  readonly errorsMs: readonly number[];
  /** Time to recover after each play, seek, rate change and stall. */
  readonly recoveriesMs: readonly number[];
  /** Time that the device ran on after the picture had stopped, and the part of it that was not the transit of the stop. */
  readonly runsOnMs: readonly number[];
  readonly runsOnBeyondWayMs: readonly number[];
  /** Most requests in any minute. */
  readonly mostPerMinute: number;
}

/** One case of playback. */
export interface VideoCase {
  readonly controller: ControllerName;
  readonly seed: number;
  readonly profile: keyof typeof WAYS;
  readonly hasFrames?: boolean;
  readonly minutes?: number;
}

const STEP_MS = 5;
const MINUTE_MS = 60_000;
/** Recovered: the error is below this for this time. */
const RECOVERED_MS = 20;
const STAYS_MS = 200;

/** Plays with a controller, in virtual time. The same seed gives every controller the same events. */
export async function watchVideo({
  controller,
  seed,
  profile,
  hasFrames = true,
  minutes = 10,
}: VideoCase): Promise<VideoRun> {
  const time = createFakeTime();
  const happenings = drawHappenings(createRandom(seed), minutes);
  const video = createVideo({ time, random: createRandom(seed + 1_000), hasFrames });
  const player = createPlayer({
    time,
    random: createRandom(seed + 2_000),
    way: WAYS[profile],
    keepsOrder: controller === 'perfect',
  });
  const [errorsMs, recoveriesMs, runsOnMs, runsOnBeyondWayMs]: number[][] = [[], [], [], []];
  /** The pending measurement: the script in sync again, or the device stopped. */
  let movedAtMs: number | undefined;
  let nearSinceMs: number | undefined;
  let stoodAtMs: number | undefined;

  video.watch({
    onMoves() {
      stoodAtMs = undefined;
      movedAtMs = time.monotonic();
      nearSinceMs = undefined;
    },
    onStands() {
      movedAtMs = undefined;
      stoodAtMs = player.isPlaying() ? time.monotonic() : undefined;
    },
  });
  const stop = controllers[controller]({ time, video, player });
  video.begin(happenings);

  function look(): void {
    const nowMs = time.monotonic();
    if (stoodAtMs !== undefined && !player.isPlaying()) {
      runsOnMs?.push(nowMs - stoodAtMs);
      runsOnBeyondWayMs?.push(nowMs - stoodAtMs - player.lastStopWayMs());
      stoodAtMs = undefined;
    }
    if (!video.isMoving()) return;
    const errorMs = player.isPlaying() ? Math.abs(player.scriptMs() - video.shownMs()) : Number.POSITIVE_INFINITY;
    errorsMs?.push(Number.isFinite(errorMs) ? errorMs : Math.abs(player.scriptMs() - video.shownMs()));
    if (movedAtMs === undefined) return;
    if (errorMs >= RECOVERED_MS) nearSinceMs = undefined;
    else nearSinceMs ??= nowMs;
    if (nearSinceMs === undefined || nowMs - nearSinceMs < STAYS_MS) return;
    recoveriesMs?.push(nearSinceMs - movedAtMs);
    movedAtMs = undefined;
  }

  for (let passedMs = 0; passedMs < minutes * MINUTE_MS; passedMs += STEP_MS) {
    const wasBusy = player.isBusy();
    time.advance(STEP_MS);
    if (wasBusy || player.isBusy()) await new Promise<void>((resolve) => setImmediate(resolve));
    look();
  }
  video.close();
  stop();
  return {
    errorsMs: errorsMs ?? [],
    recoveriesMs: recoveriesMs ?? [],
    runsOnMs: runsOnMs ?? [],
    runsOnBeyondWayMs: runsOnBeyondWayMs ?? [],
    mostPerMinute: mostInAMinute(player.sentAtMs),
  };
}

function mostInAMinute(atMs: readonly number[]): number {
  let from = 0;
  let most = 0;
  for (const [index, sentMs] of atMs.entries()) {
    while ((atMs[from] ?? sentMs) < sentMs - MINUTE_MS) from += 1;
    most = Math.max(most, index - from + 1);
  }
  return most;
}

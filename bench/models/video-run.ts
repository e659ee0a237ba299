import { createRandom } from '@tactus/time';
import { createFakeTime } from '@tactus/time/testing';
import { type ControllerName, controllers } from './video-controllers.ts';
import { drawHappenings } from './video-happenings.ts';
import { createVideo } from './video-media.ts';
import { createPlayer, WAYS } from './video-player.ts';

/** What came of some minutes of watching; ms. */
export interface VideoRun {
  /** How far the script was off the picture while the picture moved. */
  readonly errorsMs: readonly number[];
  /** How long it took after each play, seek, rate change and stall. */
  readonly recoveriesMs: readonly number[];
  /** How long the device ran on after the picture stood, and how much of that was not the way of the stop. */
  readonly runsOnMs: readonly number[];
  readonly runsOnBeyondWayMs: readonly number[];
  /** Most requests in any minute. */
  readonly mostPerMinute: number;
}

/** One watching. */
export interface VideoCase {
  readonly controller: ControllerName;
  readonly seed: number;
  readonly profile: keyof typeof WAYS;
  readonly hasFrames?: boolean;
  readonly minutes?: number;
}

const STEP_MS = 5;
const MINUTE_MS = 60_000;
/** Recovered is what is nearer than this, and stays it for so long. */
const RECOVERED_MS = 20;
const STAYS_MS = 200;

/** Watches with a controller, in virtual time. The same seed gives every controller the same things to happen. */
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
  /** What is waited for: the script to be near again, the device to stand. */
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

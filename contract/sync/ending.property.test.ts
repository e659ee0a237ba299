/** A film reaches its end on any network and with any clocks: it ends, or repeats with the device. */
import { HspPlayState } from '@tactus/protocol';
import { createPointStream, type DeviceOptions, startVideoSync, streamPlayback, uploadScript } from '@tactus/sdk';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { profiles } from '../sdk/cloud-and-device.ts';
import { type VirtualWorld, virtualWorld } from '../sdk/cloud-in-virtual-time.ts';
import { createTestVideo } from './test-video.ts';

const SCRIPT_HOST = 'http://localhost/api/script/v0';
const RUNS = 6;
const FILM_MS = 20_000;
const SCRIPTS_MS = [20_000, 19_900, 10_000, 30_000];
/** Time for a start: the slider moves to its position first. */
const STARTED_MS = 8_000;
/** The device matches the picture within this time, beside the error of its clock and the effect of uneven transit. */
const TOGETHER_MS = 60;
const STEP_MS = 20;

const pointsUntil = (endMs: number) =>
  Array.from({ length: Math.ceil(endMs / 500) + 1 }, (_, index) => ({
    t: Math.min(index * 500, endMs),
    x: index % 2 === 0 ? 20 : 80,
  }));

/** Transit of requests and of answers, ms; events take that of answers. */
interface Ways {
  thereMs: number;
  backMs: number;
}

/** A network with these delays. */
function slowed({ time, fetch }: VirtualWorld, ways: Ways): DeviceOptions['fetch'] {
  return async (url, init) => {
    await time.sleep(ways.thereMs);
    const answer = await fetch(url, init);
    await time.sleep(ways.backMs);
    if (!url.includes('/sse')) return answer;
    const late = new TransformStream<Uint8Array, Uint8Array>({
      async transform(chunk, controller) {
        await time.sleep(ways.backMs);
        controller.enqueue(chunk);
      },
    });
    return new Response(answer.body?.pipeThrough(late) ?? null, answer);
  };
}

describe.each(profiles)('under the profile %s', (profile) => {
  describe.each(['hssp', 'hsp'] as const)('over %s', (way) => {
    test.each(SCRIPTS_MS)('property: a film of 20 s with a script of %d ms ends, and repeats', async (scriptMs) => {
      await fc.assert(
        fc.asyncProperty(
          fc.record({
            thereMs: fc.integer({ min: 1, max: 250 }),
            backMs: fc.integer({ min: 1, max: 250 }),
            movesAfterMs: fc.integer({ min: 10, max: 300 }),
            skewMs: fc.integer({ min: -200, max: 200 }),
            offsetMs: fc.constantFrom(0, 0, 300, -300),
            seekMs: fc.option(fc.integer({ min: 15_000, max: 19_000 })),
            isLooping: fc.boolean(),
          }),
          async ({ thereMs, backMs, movesAfterMs, skewMs, offsetMs, seekMs, isLooping }) => {
            const world = await virtualWorld({ profile });
            const { time, virtual, settled } = world;
            const ways = { thereMs: 1, backMs: 1 };
            const device = await world.connected({ fetch: slowed(world, ways) });
            await settled(device.hstp.setOffset(offsetMs));
            virtual.hardware().setClockError({ skewMs, driftPpm: 0 });
            const points = pointsUntil(scriptMs);
            const stream = createPointStream(device, { time, source: { points } });
            const playback = way === 'hsp' ? streamPlayback(stream, device) : undefined;
            if (way === 'hssp') {
              const text = points.map(({ t, x }) => `${t},${x}`).join('\n');
              const url = await settled(uploadScript({ scriptHost: SCRIPT_HOST, text, fetch: world.fetch }));
              await settled(device.hssp.setup({ url, notify: true }));
            }
            const video = createTestVideo(time, { durationMs: FILM_MS, isLooping, movesAfterMs });
            const sync = startVideoSync({ device, media: video.port, time, playback });
            Object.assign(ways, { thereMs, backMs });
            let laps = 0;
            let lastMs = 0;
            async function pass(ms: number): Promise<void> {
              for (let passedMs = 0; passedMs < ms; passedMs += STEP_MS) {
                await time.run(STEP_MS);
                if (video.shownMs() < lastMs - FILM_MS / 2) laps += 1;
                lastMs = video.shownMs();
                expect(sync.store.getState().pausedBy).toBeUndefined();
              }
            }

            video.port.seekTo(8_000);
            await video.port.play();
            await pass(4_000);
            if (seekMs !== null) video.port.seekTo(seekMs);
            const left = FILM_MS - video.shownMs();
            await pass(left + 1_000);
            if (isLooping) {
              expect([laps, video.port.isPaused()]).toEqual([1, false]);
              await pass(STARTED_MS);
              const { play_state, current_time } = await virtual.call('hsp.state', {});
              expect(play_state).toBe(HspPlayState.PLAYING);
              expect(Math.abs(current_time - video.shownMs())).toBeLessThan(
                TOGETHER_MS + Math.abs(skewMs) + Math.abs(thereMs - backMs),
              );
            } else {
              expect([video.shownMs(), video.port.isPaused()]).toEqual([FILM_MS, true]);
              await pass(2_000);
              expect((await virtual.call('hsp.state', {})).play_state).not.toBe(HspPlayState.PLAYING);
            }
            sync.close();
            stream.close();
            await world.close();
          },
        ),
        { numRuns: RUNS, endOnFailure: true },
      );
    });
  });
});

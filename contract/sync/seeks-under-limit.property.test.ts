/** An uploaded script keeps the limit of the speed while its video jumps. */
import { isHspPlaying } from '@tactus/protocol';
import { joiningHsspPlayback, startVideoSync, uploadScript } from '@tactus/sdk';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { profiles } from '../sdk/cloud-and-device.ts';
import { virtualWorld } from '../sdk/cloud-in-virtual-time.ts';
import { BEYOND_MM, watchSlider } from '../stream/watch-slider.ts';
import { createTestVideo } from './test-video.ts';

const RUNS = Number(process.env['TACTUS_DEEP_SEEKS'] ?? 8);
/** Long legs and short ones, the most of them faster than the limit. */
const SCRIPT = Array.from({ length: 400 }, (_, index) => ({
  t: index * 400 + (index % 7) * 30,
  x: [0, 100, 30, 80, 10][index % 5] ?? 0,
}));
/** A way to the cloud in one direction, ms. */
const WAY_MS = { tactus: 10, vendor: 160 };

const step = fc.record({
  change: fc.oneof(
    { weight: 4, arbitrary: fc.record({ seekMs: fc.integer({ min: 0, max: 140_000 }) }) },
    fc.record({ rate: fc.constantFrom(0.5, 0.75, 1) }),
    fc.record({ pausedMs: fc.integer({ min: 0, max: 900 }) }),
  ),
  waitMs: fc.oneof(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 0, max: 6_000 })),
});

test.each(profiles)(
  'property: under the profile %s no jump of a video moves the slider of an uploaded script faster than the limit',
  async (profile) => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 40, max: 150 }),
        fc.boolean(),
        fc.integer({ min: 0, max: 100_000 }),
        fc.array(step, { minLength: 1, maxLength: 5 }),
        async (maxSpeedMmS, reversed, firstMs, steps) => {
          const world = await virtualWorld({ profile });
          const { time, settled, fetch } = world;
          const wayMs = WAY_MS[profile];
          const device = await world.connected({
            fetch: async (url, init) => {
              if (url.includes('/sse')) return fetch(url, init);
              await time.sleep(wayMs);
              const answer = await fetch(url, init);
              await time.sleep(wayMs);
              return answer;
            },
          });
          device.limits.set({ maxSpeedMmS, reversed });
          const text = device.limits
            .holdScript(SCRIPT)
            .map(({ t, x }) => `${t},${x}`)
            .join('\n');
          const url = await settled(uploadScript({ scriptHost: 'http://localhost/api/script/v0', text, fetch }));
          await settled(device.hssp.setup({ url, notify: true }));
          const { port } = createTestVideo(time);
          const playback = joiningHsspPlayback(device, { time, url: () => url });
          const sync = startVideoSync({ device, media: port, time, playback });
          const mm = async () => (await world.virtual.call('slider.state', {})).position_absolute;
          const watched = watchSlider({ run: time.run, mm }, maxSpeedMmS);
          port.seekTo(firstMs);
          await port.play();
          await watched.run(3_000);
          for (const { change, waitMs } of steps) {
            if ('seekMs' in change) port.seekTo(change.seekMs);
            else if ('rate' in change) port.setRate(change.rate);
            else {
              port.pause();
              await watched.run(change.pausedMs);
              await port.play();
            }
            await watched.run(waitMs);
          }
          await watched.run(12_000);
          expect(isHspPlaying(await world.virtual.call('hsp.state', {}))).toBe(true);
          expect([port.isPaused(), sync.store.getState().phase]).toEqual([false, 'following']);
          sync.close();
          expect(watched.beyondMm()).toBeLessThanOrEqual(BEYOND_MM);
          await world.close();
        },
      ),
      { numRuns: RUNS, endOnFailure: true, interruptAfterTimeLimit: 300_000 },
    );
  },
);

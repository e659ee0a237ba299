/** The sync test of the app, in one process: a clip of even strokes, the stored time offset, and the position in the device's script. */
import { HspPlayState } from '@tactus/protocol';
import { createPointStream, startVideoSync, streamPlayback, uploadScript } from '@tactus/sdk';
import { fidelityOf, type Seen } from '@tactus/virtual-device/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { profiles } from '../sdk/cloud-and-device.ts';
import { virtualWorld } from '../sdk/cloud-in-virtual-time.ts';
import { createTestVideo } from './test-video.ts';

const SCRIPT_HOST = 'http://localhost/api/script/v0';
/** A stroke a second for a minute, each to a different height, so that no other stroke matches. */
const STROKES = Array.from({ length: 121 }, (_, half) => [half * 500, half % 2 ? 55 + ((half * 7) % 30) : 20] as const);
const STEP_MS = 5;
const LOOK_MS = 3_000;
/** The rounding to whole milliseconds on the wire, and the slider's own rounding of the turns. */
const EXACT_MS = 1;
const SHAPE_MM = 3;

describe.each(profiles)('under the profile %s', (profile) => {
  describe.each(['hssp', 'hsp'] as const)('over %s', (way) => {
    async function playing(offsetMs: number) {
      const world = await virtualWorld({ profile });
      const { time, virtual, settled } = world;
      const device = await world.connected();
      await settled(device.hstp.setOffset(offsetMs));
      const video = createTestVideo(time);
      if (way === 'hssp') {
        const text = STROKES.map((point) => point.join(',')).join('\n');
        const url = await settled(uploadScript({ scriptHost: SCRIPT_HOST, text, fetch: world.fetch }));
        await settled(device.hssp.setup({ url, notify: true }));
      }
      const stream = createPointStream(device, { time, source: { points: STROKES.map(([t, x]) => ({ t, x })) } });
      onTestFinished(stream.close);
      const playback = way === 'hsp' ? streamPlayback(stream, device) : undefined;
      onTestFinished(startVideoSync({ device, media: video.port, time, playback }).close);
      await video.port.play();

      async function pass(ms: number, look: () => Promise<void> = async () => undefined): Promise<void> {
        for (let passedMs = 0; passedMs < ms; passedMs += STEP_MS) {
          await time.run(STEP_MS);
          await look();
        }
      }
      /** The slider's match with the script, where the script is assumed to be ahead of the picture by this time. */
      async function goesWith(aheadMs: number) {
        const seen: Seen[] = [];
        await pass(LOOK_MS, async () => {
          expect((await virtual.call('hsp.state', {})).play_state).toBe(HspPlayState.PLAYING);
          const { position_absolute: mm } = await virtual.call('slider.state', {});
          const scriptMs = device.clock.scriptTime({
            start_time: video.shownMs(),
            server_time: device.clock.serverNow(),
          });
          expect(scriptMs).toBeCloseTo(video.shownMs() + aheadMs, 6);
          seen.push({ scriptMs: video.shownMs() + aheadMs, mm });
        });
        return fidelityOf(STROKES, seen);
      }
      await pass(8_000);
      return { device, settled, pass, goesWith };
    }

    test.each([130, -130, 900, -900])(
      'the sync test shifts a virtual device by exactly the stored offset, in the right direction: %d ms',
      async (offsetMs) => {
        const { device, settled, goesWith } = await playing(offsetMs);
        expect(await settled(device.hstp.offset())).toEqual({ offset: offsetMs });
        const { lagMs, worstMm } = await goesWith(offsetMs);
        expect(Math.abs(lagMs)).toBeLessThanOrEqual(EXACT_MS);
        expect(worstMm).toBeLessThan(SHAPE_MM);
      },
    );

    test('an offset that is stored during playback shifts the device by as much, and its removal shifts it back', async () => {
      const { device, settled, goesWith, pass } = await playing(0);
      for (const offsetMs of [100, -50, 0]) {
        await settled(device.hstp.setOffset(offsetMs));
        await pass(1_500);
        const { lagMs, worstMm } = await goesWith(offsetMs);
        expect(Math.abs(lagMs)).toBeLessThanOrEqual(EXACT_MS);
        expect(worstMm).toBeLessThan(SHAPE_MM);
      }
    });
  });
});

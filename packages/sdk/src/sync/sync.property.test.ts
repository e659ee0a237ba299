/** In any order of events and requests the device finally does what the video does. */
import { HspPlayState } from '@tactus/protocol';
import { createFakeTime } from '@tactus/time/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DeviceError } from '../errors.ts';
import { createScriptedMedia } from '../testing/scripted-media.ts';
import { createScriptedPlayer } from '../testing/scripted-player.ts';
import { startVideoSync } from './start-video-sync.ts';

const ACTIONS = [
  'play',
  'pause',
  'seek',
  'stall',
  'move',
  'rate',
  'stopped',
  'away',
  'back',
  'session',
  'cut',
] as const;
const QUIET_MS = 8_000;

test.each(['frame-locked', 'compatible'] as const)(
  'in the end the device plays exactly when the video moves and the device was not stopped, %s',
  async (mode) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ action: fc.constantFrom(...ACTIONS), afterMs: fc.integer({ min: 0, max: 400 }) }), {
          maxLength: 14,
        }),
        fc.array(fc.integer({ min: 1, max: 300 }), { maxLength: 40 }),
        fc.boolean(),
        async (happenings, waysMs, losesStops) => {
          const time = createFakeTime();
          const media = createScriptedMedia(time);
          const player = createScriptedPlayer(time, { tripMs: 40 });
          player.waysMs.push(...waysMs);
          if (losesStops) player.fail(new DeviceError('timeout', 'No answer'), 'stop');
          const sync = startVideoSync({ device: player.device, media: media.port, time, mode });
          let [sessions, isMoving, playsOfPerson] = [1, false, 0];
          const isAway = () => !player.device.store.getState().connected;
          const run = {
            play() {
              if (!media.isPaused()) return;
              playsOfPerson += 1;
              media.play();
            },
            pause: media.pause,
            seek: () => media.seek(50_000),
            stall: () => !media.isPaused() && media.stall(),
            move() {
              if (!media.isPaused() && !isMoving) media.move();
            },
            rate: () => media.setRate(media.port.rate() === 1 ? 1.5 : 1),
            stopped: () => !isAway() && player.becomes(HspPlayState.STOPPED, { current_time: 10 }),
            away: () => player.patch({ connected: false }),
            back: () => player.patch({ connected: true }),
            session() {
              sessions += 1;
              player.becomesSilently(HspPlayState.STOPPED);
              player.patch({ connected: true, session_id: `01HZ000${sessions}`, continuity: 'rebooted' });
            },
            cut() {
              sessions += 1;
              player.patch({ connected: false });
              player.patch({ connected: true, session_id: `01HZ000${sessions}`, continuity: 'nothing-lost' });
            },
          } satisfies Record<(typeof ACTIONS)[number], () => unknown>;
          for (const { action, afterMs } of happenings) {
            await time.run(afterMs);
            const before = media.shownMs();
            await time.run(1);
            isMoving = media.shownMs() !== before;
            run[action]();
          }
          player.fail(undefined);
          run.back();
          if (!media.isPaused()) media.move();
          await time.run(QUIET_MS);
          const follows = !media.isPaused();
          expect([player.plays(), sync.store.getState().phase]).toEqual([follows, follows ? 'following' : 'idle']);
          if (playsOfPerson === 0) expect(player.of('play')).toEqual([]);
          sync.close();
        },
      ),
      { numRuns: 300 },
    );
  },
);

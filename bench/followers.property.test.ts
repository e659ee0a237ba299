/** Whatever the video, the network and the devices do: after a Stop neither the device in use nor one that follows it moves. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type FollowersWorld, openFollowersWorld } from './models/followers-run.ts';
import { settled } from './models/group-world.ts';
import type { Happening } from './models/video-happenings.ts';

const RUNS = 4;
const DEVICES = 4;

const happenings: Readonly<Record<string, Happening>> = {
  play: { kind: 'play', movesAfterMs: 100 },
  seek: { kind: 'seek', toMs: 60_000, movesAfterMs: 50 },
  stall: { kind: 'stall', movesAfterMs: 600 },
  rate: { kind: 'rate', rate: 1.5 },
  pause: { kind: 'pause', forMs: 700, movesAfterMs: 100 },
};
const actions = [...Object.keys(happenings), 'lose', 'find', 'reboot', 'press', 'stop'] as const;

const step = fc.record({
  action: fc.constantFrom(...actions),
  device: fc.nat(DEVICES - 1),
  waitMs: fc.integer({ min: 0, max: 2_500 }),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

async function act({ time, cloud, video, devices, stop }: FollowersWorld, { action, device, waitMs }: Step) {
  const virtual = cloud.devices[device];
  const happening = happenings[action];
  if (happening) video.begin([{ afterMs: 0, happening }]);
  else if (action === 'lose') virtual?.disconnect('out of reach');
  else if (action === 'find') virtual?.connect();
  else if (action === 'reboot') virtual?.call('system.reboot', { connection_mode: 1 }).catch(() => undefined);
  else if (action === 'press') void devices[device]?.stop();
  else void stop();
  await time.run(waitMs);
}

test('property: a Stop rests the device in use and all that follow it, whatever was played, lost or stopped before', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('tactus' as const, 'vendor' as const),
      fc.nat(1_000),
      fc.array(step, { minLength: 4, maxLength: 14 }),
      async (profile, seed, steps) => {
        const world = await openFollowersWorld(profile, seed);
        const { time, cloud } = world;
        video(world);
        await time.run(4_000);
        for (const one of steps) await act(world, one);
        // Out of reach no Stop arrives: every device is found again.
        for (const device of cloud.devices) device.connect();
        await time.run(6_000);
        await settled(time, world.stop());
        await time.run(1_000);
        const before = await positions(world);
        await time.run(10_000);
        expect(await positions(world)).toEqual(before);
        expect(before.map(({ moves }) => moves)).toEqual(new Array(DEVICES).fill(false));
        await world.close();
      },
    ),
    { numRuns: RUNS, interruptAfterTimeLimit: 60_000 },
  );
});

const video = (world: FollowersWorld) =>
  world.video.begin([{ afterMs: 0, happening: { kind: 'play', movesAfterMs: 100 } }]);

/** Where the sliders are and whether they move; of the device without one, whether it vibrates. */
const positions = ({ cloud }: FollowersWorld) =>
  Promise.all(
    cloud.devices.map(async (device) => {
      if (device.model === 'oh') return { moves: (await device.call('hvp.state', {})).enabled, mm: 0 };
      const { speed_absolute, position_absolute } = await device.call('slider.state', {});
      return { moves: speed_absolute > 0, mm: position_absolute };
    }),
  );

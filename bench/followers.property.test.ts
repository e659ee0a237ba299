/**
 * Whatever moves the devices, whatever the network and the devices do: after a Stop all that can be reached rest, and those
 * that cannot are named, no more and no fewer.
 */
import type { CloudFeatures } from '@tactus/sdk';
import { createFakeTime } from '@tactus/time/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type FollowersWorld, openFollowersWorld } from './models/followers-world.ts';
import { settled } from './models/group-world.ts';
import type { Happening } from './models/video-happenings.ts';
import { WAYS } from './models/video-player.ts';

/** `npm run deep -- group` runs a thousand. */
const RUNS = Number(process.env['TACTUS_DEEP_GROUP_STOPS'] ?? 6);
/** No case is cut short before a test ends. */
const BOUND_MS = 300_000;
const DEVICES = 4;
/** A Stop is repeated until it is confirmed, at most so seldom; a device has booted by then. */
const SETTLES_MS = 15_000;
const STAYS_MS = 3_500;

const PROFILES = {
  tactus: { way: WAYS.tactus, features: { stopMany: true, channels: true } },
  vendor: { way: WAYS.vendor, features: {} },
} as const satisfies Record<string, { way: unknown; features: CloudFeatures }>;

const happenings: Readonly<Record<string, Happening>> = {
  play: { kind: 'play', movesAfterMs: 100 },
  seek: { kind: 'seek', toMs: 60_000, movesAfterMs: 50 },
  stall: { kind: 'stall', movesAfterMs: 600 },
  rate: { kind: 'rate', rate: 1.5 },
};

/** What a page sends to all of them. */
const commands: Readonly<Record<string, (device: FollowersWorld['linked']['device'], share: number) => unknown>> = {
  strokes: ({ hamp }, share) => Promise.all([hamp.start(), hamp.setVelocity(share)]),
  random: ({ hamp }, share) => Promise.all([hamp.setStroke({ min: share / 2, max: 1 }), hamp.setVelocity(share)]),
  rest: ({ hamp }) => hamp.stop(),
  remote: ({ hdsp }, share) => hdsp.moveTo({ position01: share, durationMs: 4_000 }),
  vibration: ({ hvp }, amplitude) => hvp.setState({ amplitude, frequency: 100 }),
};

const step = fc.record({
  action: fc.oneof(
    fc.constantFrom('stop' as const),
    fc.constantFrom('stream' as const, 'upload' as const),
    fc.constantFrom(...Object.keys(happenings)),
    fc.constantFrom(...Object.keys(commands)),
    fc.constantFrom('lose', 'lose', 'find', 'reboot', 'press', 'leave', 'cut', 'mend'),
  ),
  device: fc.nat(DEVICES - 1),
  share: fc.double({ min: 0.2, max: 1, noNaN: true }),
  waitMs: fc.oneof(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 2_500 })),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** The pages that a person opens one after the other; the network of the person may be cut. */
function createPerson(world: FollowersWorld) {
  const { time, cloud, linked, video, names, deviceOf } = world;
  let closePage = () => undefined as unknown;

  async function openPage(open: () => Promise<() => void>): Promise<void> {
    closePage();
    closePage = () => undefined;
    closePage = await open();
  }

  const reachable = () => cloud.devices.map((device) => !cloud.isCut() && device.info() !== undefined);

  async function expectRest(): Promise<void> {
    let before = reachable();
    let passedMs = 0;
    // A device that was away comes back in its own time.
    for (let stayedMs = 0; stayedMs < STAYS_MS && passedMs < SETTLES_MS; passedMs += 250) {
      await time.run(250);
      const now = reachable();
      stayedMs = String(now) === String(before) ? stayedMs + 250 : 0;
      before = now;
    }
    const places = await positions(world);
    await time.run(STAYS_MS);
    const later = await positions(world);
    const moving = names.filter(
      (_, index) => before[index] && (later[index]?.moves || places[index]?.mm !== later[index]?.mm),
    );
    expect({ moving, unreached: linked.followers.getState().unreached }).toEqual({
      moving: [],
      unreached: names.filter((_, index) => !before[index]),
    });
  }

  async function stop(): Promise<void> {
    const before = reachable();
    const { outcome } = await settled(time, linked.device.stop());
    if (String(before) === String(reachable()))
      expect([before, outcome]).toEqual([before, before.every(Boolean) ? 'confirmed' : 'could-not-send']);
    await expectRest();
  }

  async function act({ action, device, share, waitMs }: Step): Promise<void> {
    const virtual = cloud.devices[device];
    const happening = happenings[action];
    const command = commands[action];
    if (happening) video.begin([{ afterMs: 0, happening }]);
    else if (command) {
      await openPage(async () => () => undefined);
      Promise.resolve(command(linked.device, share)).catch(() => undefined);
    } else if (action === 'stream' || action === 'upload') {
      // No file can be uploaded without a network.
      if (!cloud.isCut()) await openPage(() => world.openFilm(action));
      video.begin([{ afterMs: 0, happening: { kind: 'play', movesAfterMs: 100 } }]);
    } else if (action === 'lose') virtual?.disconnect('out of reach');
    else if (action === 'find') virtual?.connect();
    else if (action === 'reboot') virtual?.call('system.reboot', { connection_mode: 1 }).catch(() => undefined);
    else if (action === 'press') void deviceOf(device).stop();
    else if (action === 'leave') await openPage(async () => () => undefined);
    else if (action === 'cut' || action === 'mend') cloud.cut(action === 'cut');
    else await stop();
    await time.run(waitMs);
  }

  return {
    act,
    stop,
    async end() {
      cloud.cut(false);
      for (const device of cloud.devices) device.connect();
      await time.run(SETTLES_MS);
      await expectRest();
      closePage();
    },
  };
}

test('property: a Stop rests all devices that can be reached, and names the others, whatever moved them and whatever was lost', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...Object.values(PROFILES)),
      fc.boolean(),
      fc.nat(1_000),
      fc.array(step, { minLength: 4, maxLength: 12 }),
      async ({ way, features }, sameMotion, seed, steps) => {
        const world = await openFollowersWorld({ time: createFakeTime(), way, seed, features, sameMotion });
        const person = createPerson(world);
        for (const one of steps) await person.act(one);
        await person.stop();
        await person.end();
        await world.close();
      },
    ),
    { numRuns: RUNS, endOnFailure: true, interruptAfterTimeLimit: BOUND_MS },
  );
});

test.each(Object.entries(PROFILES))(
  'strokes in step that are stopped while they start move nothing later, also no device that was away, profile %s',
  async (_, { way, features }) => {
    for (const waitMs of [0, 60, 400]) {
      const world = await openFollowersWorld({ time: createFakeTime(), way, seed: 1, features, sameMotion: true });
      const person = createPerson(world);
      await person.act({ action: 'lose', device: 1, share: 1, waitMs: 500 });
      await person.act({ action: 'strokes', device: 0, share: 0.6, waitMs });
      await person.stop();
      await person.end();
      await world.close();
    }
  },
);

/** Where the sliders are and whether they move; of the device without one, whether it vibrates. */
const positions = ({ cloud }: FollowersWorld) =>
  Promise.all(
    cloud.devices.map(async (device) => {
      if (device.info() === undefined) return undefined;
      if (device.model === 'oh') return { moves: (await device.call('hvp.state', {})).enabled, mm: 0 };
      const { speed_absolute, position_absolute } = await device.call('slider.state', {});
      return { moves: speed_absolute > 0 || device.motion() !== 'none', mm: position_absolute };
    }),
  );

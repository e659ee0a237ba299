import { DeviceMode, type HampState } from '@tactus/protocol';
import { createDevice, type Device } from '@tactus/sdk';
import { createFakeBrowser, createScriptedCloud, SCRIPTED_BASE, scriptHandy } from '@tactus/sdk/testing';
import { createRandom } from '@tactus/time';
import type { FakeTime } from '@tactus/time/testing';

/** A Handy that several tabs of one browser see: each gets its answers at once, and its events later. */
export interface TabsOfOneDevice {
  /** What the device really does. */
  readonly hamp: () => HampState;
  /** Opens one more tab, in which the device is connected. */
  openTab(lateMs: number): Promise<Device>;
}

/** The round trip of every request, ms. */
const ROUND_TRIP_MS = 20;

/** Creates the device, at rest in the mode of alternating motion. `lateMs` of a tab delays its events and the messages of tabs. */
export function createTabsOfOneDevice(time: FakeTime): TabsOfOneDevice {
  const browser = createFakeBrowser();
  const emitters: ((name: string, data: unknown) => void)[] = [];
  let hamp: HampState = { play_state: 0, velocity: 0, direction: true };
  let opened = 0;

  function change(next: Partial<HampState>): HampState {
    hamp = { ...hamp, ...next };
    for (const emit of emitters) emit('hamp_state_changed', hamp);
    return hamp;
  }

  return {
    hamp: () => hamp,
    async openTab(lateMs) {
      opened += 1;
      const cloud = createScriptedCloud();
      const { world, after, comeOnline } = scriptHandy(cloud, { time, roundTripMs: ROUND_TRIP_MS });
      world.mode = DeviceMode.HAMP;
      cloud.on(
        'GET /hamp/state',
        after(() => hamp),
      );
      cloud.on(
        'PUT /hamp/start',
        after(() => change({ play_state: 1, velocity: 0 })),
      );
      cloud.on(
        'PUT /hamp/stop',
        after(() => change({ play_state: 0 })),
      );
      cloud.on(
        'PUT /hamp/stroke',
        after(() => hamp),
      );
      // Bodies come from our own client, which has validated them.
      cloud.on(
        'PUT /hamp/velocity',
        after((body) => change(body as { velocity: number })),
      );
      const tab = browser.tab();
      // Each has an event stream of its own, as late as one that another tab relays.
      const own = createFakeBrowser();
      const device = createDevice({
        ...{ apiBase: SCRIPTED_BASE, apiKey: 'test', time, random: createRandom(opened), fetch: cloud.fetch },
        hold: { holder: `tab-${opened}`, rank: 'owner', locks: tab.locks, onLeave: () => () => undefined },
        tabs: {
          locks: own.locks,
          openChannel(name) {
            const channel = (name.startsWith('tactus.stops.') ? tab : own.tabs).openChannel(name);
            return {
              ...channel,
              postMessage: (message) => void time.after(lateMs, () => channel.postMessage(message)),
            };
          },
        },
      });
      const connected = device.connect('DemoHandy1');
      await time.run(Math.max(10, 2 * lateMs));
      comeOnline();
      await time.run(3_000);
      await connected;
      emitters.push((name, data) => void time.after(lateMs, () => cloud.stream.send(name, data)));
      return device;
    },
  };
}

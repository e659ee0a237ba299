import { type ControlPorts, createDevice, type Device } from '@tactus/sdk';
import { createFakeBrowser, createScriptedCloud, SCRIPTED_BASE, scriptHandy } from '@tactus/sdk/testing';
import { createRandom } from '@tactus/time';
import type { FakeTime } from '@tactus/time/testing';
import { onTestFinished } from 'vitest';

/** One tab of a browser, linked with the device that all of them share. */
export interface SharingTab {
  readonly device: Device;
  /** It is closed, or has crashed: its locks are free. */
  die(): void;
}

/** What happened to the one device, in order. */
export interface ExecutedCall {
  readonly what: 'start' | 'stop';
  readonly tab: number;
  /** Whether it moved when that arrived. */
  readonly wasMoving: boolean;
}

/** Tabs of one browser with one Handy, each at a cloud of its own that sends the device's events to all others. */
export async function sharedHandy(time: FakeTime, count: number) {
  const browser = createFakeBrowser();
  const executed: ExecutedCall[] = [];
  const handys = Array.from({ length: count }, () => {
    const cloud = createScriptedCloud();
    return { cloud, ...scriptHandy(cloud, { time }) };
  });
  let hamp = { play_state: 0 as 0 | 1, velocity: 0, direction: true };
  const dead = new Set<number>();
  /** Stop calls are lost while this is set. */
  let losesStops = false;

  function become(change: Partial<typeof hamp>): typeof hamp {
    hamp = { ...hamp, ...change };
    for (const [tab, { world, cloud }] of handys.entries()) {
      world.hamp = hamp;
      if (!dead.has(tab)) cloud.stream.send('hamp_state_changed', hamp);
    }
    return hamp;
  }

  const tabs = await Promise.all(
    handys.map(async ({ cloud, world, after, comeOnline }, tab): Promise<SharingTab> => {
      const stop = (answer: () => unknown) => {
        const reply = after(() => {
          executed.push({ what: 'stop', tab, wasMoving: hamp.play_state === 1 });
          become({ play_state: 0, velocity: 0 });
          return answer();
        });
        return (request: Parameters<typeof reply>[0]) =>
          losesStops ? Promise.reject(new TypeError('fetch failed')) : reply(request);
      };
      cloud.on(
        'PUT /hamp/stop',
        stop(() => hamp),
      );
      cloud.on(
        'PUT /mode2',
        stop(() => ({ mode: world.mode, mode_session_id: world.modeSession })),
      );
      cloud.on(
        'PUT /mode',
        stop(() => ({ mode: world.mode, mode_session_id: world.modeSession })),
      );
      cloud.on(
        'PUT /hdsp/stop',
        stop(() => 'ok'),
      );
      cloud.on(
        'PUT /hamp/start',
        after(() => {
          executed.push({ what: 'start', tab, wasMoving: hamp.play_state === 1 });
          return become({ play_state: 1 });
        }),
      );
      const { locks, openChannel, die } = browser.tab();
      // Each reads its own cloud; they share control of the device, and Stops.
      const own = createFakeBrowser();
      const hold: ControlPorts = { holder: `tab-${tab}`, rank: 'owner', locks };
      const device = createDevice({
        ...{ apiBase: SCRIPTED_BASE, apiKey: 'app', fetch: cloud.fetch, time, random: createRandom(tab + 1), hold },
        tabs: {
          locks: own.locks,
          openChannel: (name) => (name.startsWith('tactus.stops.') ? openChannel(name) : own.tabs.openChannel(name)),
        },
      });
      const connected = device.connect('DemoHandy1');
      await time.run(10);
      comeOnline();
      await time.run(2_000);
      await connected;
      onTestFinished(() => device.close());
      return {
        device,
        die() {
          dead.add(tab);
          die();
          device.close();
        },
      };
    }),
  );
  return {
    tabs,
    executed,
    moves: () => hamp.play_state === 1,
    loseStops(lost: boolean) {
      losesStops = lost;
    },
  };
}

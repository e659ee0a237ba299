/** A device in the vendor's cloud, shared by its owner's tab: the guest drives at home, and the tab executes the commands. */
import { createLog } from '@tactus/cloud';
import { HampPlayState } from '@tactus/protocol';
import { createFakeBrowser } from '@tactus/sdk/testing';
import { createFakeTime } from '@tactus/time/testing';
import { describe, expect, test } from 'vitest';
import { KEY } from '../sdk/cloud-in-virtual-time.ts';
import { type BridgeWorld, bridgeWorld, TERMS } from './bridge-world.ts';

const TRAVEL_MM = 97.826;
/** Higher than these tests allow. */
const BEYOND_MM = 5 + TRAVEL_MM * (TERMS.stroke.max + 0.03);

async function startStrokes(guest: Awaited<ReturnType<BridgeWorld['enter']>>): Promise<void> {
  expect((await guest.call('PUT /hamp/start')).json).toMatchObject({ result: { play_state: 1 } });
  expect((await guest.call('PUT /hamp/velocity', { velocity: 0.4 })).json).toMatchObject({ result: { play_state: 1 } });
}

describe('a device in another cloud', () => {
  test('is driven by a guest’s own SDK within the limits, observed, and stopped', async () => {
    const world = await bridgeWorld({ roundTripMs: 340 });
    const guest = await world.enter(await world.share());
    const device = await guest.sdk();
    await guest.hold();
    await world.settled(device.hamp.start());
    await world.settled(device.hamp.setVelocity(1));
    expect(await world.hamp()).toMatchObject({ play_state: 1, velocity: TERMS.speed });
    await world.until('the guest’s page shows it', () => device.store.getState().hamp.play_state === 1);
    for (let looks = 0; looks < 20; looks++) {
      await world.run(100);
      expect((await world.slider()).position_absolute).toBeLessThan(BEYOND_MM);
    }
    expect((await world.settled(device.stop())).outcome).toBe('confirmed');
    await world.run(100);
    expect(await world.moves()).toBe(false);

    await world.settled(device.hsp.setup());
    await world.settled(
      device.hsp.add([
        { t: 0, x: 0 },
        { t: 400, x: 100 },
        { t: 4_000, x: 0 },
      ]),
    );
    await world.settled(device.hsp.play());
    await world.run(1_200);
    expect(await world.vendor.virtual.call('hsp.state', {})).toMatchObject({ play_state: 1 });
    expect((await world.slider()).position_absolute).toBeLessThan(BEYOND_MM);
    await world.settled(device.stop());
    await world.run(100);
    expect(await world.moves()).toBe(false);
    expect(world.ownerActs()).toBe(0);
  });

  test('cannot exceed the limits by raw requests, nor through a home that knows none', async () => {
    const world = await bridgeWorld();
    const link = await world.share({ ...TERMS, speed: 1, stroke: { min: 0, max: 1 } });
    // The owner allows less than this home believes.
    world.allow({ ...TERMS, allow: ['hamp', 'hdsp', 'hsp'], speed: 0.3 });
    const guest = await world.enter(link);
    await guest.hold();
    await guest.call('PUT /hamp/start');
    expect((await guest.call('PUT /hamp/velocity', { velocity: 1 })).json.result.velocity).toBe(0.3);
    expect((await guest.call('PUT /hamp/stroke', { min: 0, max: 1 })).status).toBe(200);
    for (let looks = 0; looks < 20; looks++) {
      await world.run(80);
      const { position_absolute, speed_absolute } = await world.slider();
      expect(position_absolute).toBeLessThan(BEYOND_MM);
      expect(speed_absolute).toBeLessThan(0.3 * 400 + 20);
    }
    await guest.call('PUT /hamp/stop');
    await guest.call('PUT /hdsp/xpvp', { xp: 1, va: 1 });
    for (let looks = 0; looks < 10; looks++) {
      await world.run(100);
      expect((await world.slider()).position_absolute).toBeLessThan(BEYOND_MM);
    }
    await guest.call('PUT /hsp/setup');
    const points = Array.from({ length: 30 }, (_, place) => ({ t: place * 200, x: place % 2 ? 100 : 0 }));
    await guest.call('PUT /hsp/play', { start_time: 0, add: { points, flush: true, tail_point_stream_index: 30 } });
    for (let looks = 0; looks < 20; looks++) {
      await world.run(100);
      expect((await world.slider()).position_absolute).toBeLessThan(BEYOND_MM);
    }
    expect(
      (await guest.call('PUT /hvp/state', { amplitude: 1, frequency: 50, position: 50 })).json.error,
    ).toBeDefined();
    // Calls that are not for guests do not leave the tab, whoever sends them at home.
    const before = await world.vendor.virtual.call('slider.stroke', {});
    for (const [line, body] of [
      ['PUT /api/handy-rest/v3/slider/stroke', { min: 0, max: 1 }],
      ['PUT /api/handy-rest/v3/mode2', { mode: 3 }],
      ['PUT /api/handy-rest/v3/system/reboot', { connection_mode: 1 }],
      ['PUT /api/handy-rest/v3/hstp/offset', { offset: 900 }],
    ] as const)
      expect((await world.ask(line, world.owner, body)).json.error, line).toMatchObject({ code: 100034 });
    expect(await world.vendor.virtual.call('slider.stroke', {})).toEqual(before);
  });

  test('is limited and taken back at once, even where the home does nothing about it', async () => {
    const world = await bridgeWorld();
    const link = await world.share();
    const guest = await world.enter(link);
    await guest.hold();
    await startStrokes(guest);
    world.allow({ ...TERMS, speed: 0.2 });
    await world.run(900);
    expect(await world.hamp()).toMatchObject({ play_state: 1, velocity: 0.2 });
    world.allow(undefined);
    await world.run(600);
    expect(await world.moves()).toBe(false);
    expect((await guest.call('PUT /hamp/start')).json.error).toMatchObject({ code: 100034 });
    expect(await world.moves()).toBe(false);

    world.allow(TERMS);
    await startStrokes(guest);
    expect(await world.moves()).toBe(true);
    void world.begin(`DELETE /api/tactus/shares/${link.id}`, world.owner);
    await world.run(1_000);
    expect(await world.moves()).toBe(false);
    expect((await guest.call('PUT /hamp/start')).json.error).toMatchObject({ reason: 'revoked' });
  });

  test('is at rest when it is handed over, and the other guest drives it soon, however far its cloud is', async () => {
    const world = await bridgeWorld({ roundTripMs: 380 });
    const link = await world.share();
    const ann = await world.enter(link, 'Ann');
    const ben = await world.enter(link, 'Ben');
    await ann.hold();
    await startStrokes(ann);
    await ann.home('POST /api/tactus/shares/control/hand', { session: ben.id });
    ann.cut();
    expect(await world.moves()).toBe(false);
    await ben.hold();
    const handedMs = world.time.monotonic();
    await startStrokes(ben);
    expect(world.time.monotonic() - handedMs).toBeLessThan(2_500);
    for (let looks = 0; looks < 20; looks++) {
      await world.run(100);
      expect((await world.hamp()).play_state).toBe(1);
    }
    expect(world.ownerActs()).toBe(0);
    await ann.call('PUT /hamp/stop');
    await world.run(100);
    expect(await world.moves()).toBe(false);
    expect(world.ownerActs()).toBe(0);
  });

  test('is stopped by its owner without the home, and guests wait a moment before they may go on', async () => {
    const world = await bridgeWorld();
    const guest = await world.enter(await world.share());
    await guest.hold();
    await guest.call('PUT /hamp/start');
    const late = guest.begin('PUT /hamp/start');
    expect((await world.settled(world.device.stop())).outcome).toBe('confirmed');
    await world.settled(late);
    expect(await world.moves()).toBe(false);
    await world.run(500);
    expect(await world.moves()).toBe(false);
    expect(world.ownerActs()).toBeGreaterThan(0);
    expect((await guest.home('PUT /api/tactus/shares/control')).json.error.name).toBe('HeldElsewhere');

    // The owner's own motion stays the owner's, and commands of a guest meanwhile are not executed.
    await world.run(1_500);
    await world.settled(world.device.hamp.start());
    await world.settled(world.device.hamp.setVelocity(0.7));
    await world.run(1_500);
    expect(await world.hamp()).toMatchObject({ play_state: 1, velocity: 0.7 });
    await world.settled(world.device.stop());
  });

  test('is stopped by its owner in another tab, and the guest has to wait as well', async () => {
    const browser = createFakeBrowser();
    const world = await bridgeWorld({ tabs: browser.tab() });
    const other = world.vendor.device({ tabs: browser.tab() });
    await world.settled(other.connect(KEY));
    const guest = await world.enter(await world.share());
    await guest.hold();
    await guest.call('PUT /hamp/start');
    await world.until('it moves', () => world.device.store.getState().hamp.play_state === HampPlayState.PLAYING);
    const late = guest.begin('PUT /hamp/start');
    expect((await world.settled(other.stop())).outcome).toBe('confirmed');
    await world.settled(late);
    await world.run(600);
    expect(await world.moves()).toBe(false);
    expect(world.ownerActs()).toBeGreaterThan(0);
    expect((await guest.home('PUT /api/tactus/shares/control')).json.error.name).toBe('HeldElsewhere');
  });

  test('stops when the guest is silent, and when the link home is cut or silent', async () => {
    const world = await bridgeWorld();
    const link = await world.share();
    const guest = await world.enter(link);
    const start = async () => {
      await guest.hold();
      await startStrokes(guest);
      expect(await world.moves()).toBe(true);
    };
    await start();
    guest.cut();
    await world.run(LAPSE_MS + WAY_MS);
    expect(await world.moves()).toBe(false);

    await start();
    world.cutLink();
    await world.run(WAY_MS);
    expect(await world.moves()).toBe(false);
    guest.cut();
    expect((await guest.call('PUT /hamp/stop')).status).toBe(200);
    await world.run(6_000);
    expect((await guest.call('GET /connected')).json).toMatchObject({ result: { connected: false } });
    world.restore();
    await world.until('it is back', () => world.bridge().state() === 'linked');
    await world.run(1_000);
    expect((await guest.call('GET /connected')).json).toMatchObject({ result: { connected: true } });

    await guest.home('POST /api/tactus/shares/control/ask');
    await start();
    world.swallowLink();
    await world.run(SILENCE_MS + WAY_MS);
    expect(await world.moves()).toBe(false);
  });

  test('stops when its own cloud is silent, and when the owner’s tab ends the bridge', async () => {
    const world = await bridgeWorld();
    const guest = await world.enter(await world.share());
    await guest.hold();
    await startStrokes(guest);
    expect(await world.moves()).toBe(true);
    world.cutVendor();
    await world.run(WAY_MS);
    expect(await world.moves()).toBe(false);
    expect((await guest.call('GET /connected')).json).toMatchObject({ result: { connected: false } });
    world.restore();
    world.device.retry();
    await world.run(3_000);
    await startStrokes(guest);
    expect(await world.moves()).toBe(true);
    world.bridge().close();
    await world.run(WAY_MS);
    expect(await world.moves()).toBe(false);
    expect((await guest.call('GET /connected')).json).toMatchObject({ result: { connected: false } });
  });

  test('has its key in the tab only: nothing that is sent home contains it', async () => {
    const CANARY = 'CanaryBird7Sings';
    const lines: string[] = [];
    const log = createLog({
      level: 'trace',
      time: createFakeTime(),
      destination: { write: (line) => lines.push(line) },
    });
    const world = await bridgeWorld({ key: CANARY, log });
    const guest = await world.enter(await world.share());
    const page = await guest.sdk();
    await guest.hold();
    const output: string[] = [];
    for (const line of [
      ...['GET /info', 'GET /mode', 'GET /sids', 'GET /statistics', 'GET /capabilities', 'GET /slider/state'],
      ...['GET /hsp/state', 'GET /hstp/info', 'GET /settings/slider', 'PUT /hamp/start', 'PUT /slider/stroke'],
      ...['PUT /hsp/play', 'PUT /hssp/setup', 'PUT /hamp/stop'],
    ])
      output.push((await guest.call(line, line.startsWith('PUT') ? { min: 0, max: 1 } : undefined)).text);
    world.vendor.virtual.disconnect('gone');
    await world.run(500);
    output.push((await guest.call('PUT /hamp/start')).text);
    world.vendor.virtual.connect();
    await world.run(3_000);
    await world.settled(world.device.stop());
    world.cutLink();
    await world.run(1_000);
    world.restore();
    await world.until('it is back', () => world.bridge().state() === 'linked');
    const everything = [...world.toHome, ...output, JSON.stringify(page.store.getState()), ...lines];
    expect(everything.length).toBeGreaterThan(60);
    expect(everything.filter((text) => text.includes(CANARY))).toEqual([]);
  });
});

/** A hold expires half a second after its last renewal. */
const LAPSE_MS = 500 + 150;
/** After this silence of the home the link is cut; a beat of the heartbeat notices it. */
const SILENCE_MS = 800 + 200;
/** Transit of a stop to the device through the vendor's cloud, and the time to brake. */
const WAY_MS = 450;

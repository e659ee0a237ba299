import type { DecodedEvent } from '@tactus/protocol';
import { createRandom } from '@tactus/time';
import { createFakeTime } from '@tactus/time/testing';
import { describe, expect, test } from 'vitest';
import type { DeviceError } from '../errors.ts';
import { createFakeBrowser } from '../testing/fake-tabs.ts';
import { SCRIPTED_BASE } from '../testing/scripted-cloud.ts';
import { createStreamingCloud } from '../testing/streaming-cloud.ts';
import { openSharedStream, type SharedStreamOptions } from './shared-stream.ts';
import type { ChannelPort, TabPorts } from './tab-ports.ts';

const A = 'DemoHandy1';
const B = 'DemoOh0001';

function setUp({ several = true }: { several?: boolean } = {}) {
  const time = createFakeTime();
  const random = createRandom(3);
  const browser = createFakeBrowser();
  const cloud = createStreamingCloud(several);

  function open(key = A, tabs: TabPorts | undefined = browser.tab(), options: Partial<SharedStreamOptions> = {}) {
    const events: DecodedEvent[] = [];
    const errors: { error: DeviceError; final: boolean }[] = [];
    let opens = 0;
    const stream = openSharedStream({
      baseUrl: SCRIPTED_BASE,
      apiKey: 'app-1',
      connectionKey: key,
      keysIn: 'headers',
      ...{ tabs, several, time, random, fetch: cloud.fetch },
      onOpen: () => {
        opens += 1;
      },
      onEvent: (event) => events.push(event),
      onUnknown: () => undefined,
      onError: (error, final) => errors.push({ error, final }),
      ...options,
    });
    const levels = () => events.flatMap((event) => (event.name === 'battery_changed' ? [event.data.level] : []));
    const statuses = () => events.filter(({ name }) => name === 'device_status').length;
    return { stream, events, errors, levels, statuses, opens: () => opens };
  }
  return { time, browser, cloud, open };
}

describe('one stream for all tabs', () => {
  test.each([true, false])(
    'a device that is left and followed anew at once has its status again (one stream: %s)',
    async (several) => {
      const { time, open, cloud } = setUp({ several });
      open(A);
      const before = open(B);
      await time.run(200);
      expect([before.opens(), before.statuses()]).toEqual([1, 1]);
      // As a device of a new session does, while another device has the stream.
      before.stream.close();
      const after = open(B);
      await time.run(200);
      expect([after.opens(), after.statuses()]).toEqual([1, 1]);
      cloud.happens(B, 40);
      await time.run(50);
      expect(after.levels()).toEqual([0.4]);
    },
  );

  test('a device that is followed anew as it connects has its status, though a later event comes first', async () => {
    const { time, browser, open, cloud } = setUp();
    open(A);
    const before = open(B);
    await time.run(200);
    cloud.connects(B);
    await time.run(50);
    before.stream.close();
    // The tab that has the stream is busy: it reads later that it is followed.
    const { locks, openChannel } = browser.tab();
    const slow = ({ postMessage, ...channel }: ChannelPort): ChannelPort => ({
      ...channel,
      postMessage: (message) => void time.after(10, () => postMessage(message)),
    });
    const after = open(B, { locks, openChannel: (name) => slow(openChannel(name)) });
    cloud.happens(B, 40);
    await time.run(50);
    expect(after.events.map(({ name }) => name)).toEqual(['battery_changed', 'device_connected']);
  });

  test('three tabs follow one device over one connection, each knows its status and gets each event once', async () => {
    const { time, cloud, open } = setUp();
    const tabs = [open(), open(), open()];
    await time.run(200);
    expect(tabs.map(({ stream }) => stream.connected)).toEqual([true, true, true]);
    expect(tabs.map(({ statuses }) => statuses())).toEqual([1, 1, 1]);
    cloud.happens(A, 0.9);
    cloud.happens(A, 0.8);
    await time.run(10);
    for (const { levels } of tabs) expect(levels()).toEqual([0.9, 0.8]);
    expect([cloud.open.size, cloud.most()]).toEqual([1, 1]);
  });

  test('a tab that joins later gets the current status, without another connection', async () => {
    const { time, cloud, open } = setUp();
    open();
    await time.run(5_000);
    const late = open();
    await time.run(200);
    expect([late.stream.connected, late.opens(), late.statuses()]).toEqual([true, 1, 1]);
    expect(cloud.requests).toHaveLength(1);
  });

  test('eight devices in three tabs still need one connection, and each gets only its own events', async () => {
    const { time, browser, cloud, open } = setUp();
    const keys = [A, B, 'Device0003', 'Device0004', 'Device0005', 'Device0006', 'Device0007', 'Device0008'];
    const all = [browser.tab(), browser.tab(), browser.tab()].flatMap((tab) =>
      keys.map((key) => ({ key, of: open(key, tab) })),
    );
    await time.run(500);
    expect([cloud.open.size, cloud.most()]).toEqual([1, 1]);
    for (const [place, key] of keys.entries()) cloud.happens(key, place / 10);
    await time.run(10);
    for (const { key, of } of all) {
      expect(of.stream.connected).toBe(true);
      expect(of.levels()).toEqual([keys.indexOf(key) / 10]);
    }
  });

  test('devices that join do not make the others report a reconnect', async () => {
    const { time, open } = setUp();
    const first = open(A);
    await time.run(200);
    open(B);
    await time.run(200);
    expect(first.statuses()).toBe(1);
    expect(first.errors).toEqual([]);
  });

  test('with a cloud that has no stream for several, each device has its own', async () => {
    const { time, cloud, open } = setUp({ several: false });
    const all = [open(A), open(A), open(B), open(B)];
    await time.run(200);
    expect(cloud.open.size).toBe(2);
    expect(cloud.requests.map(({ headers }) => headers.get('x-connection-key')).sort()).toEqual([A, B]);
    cloud.happens(B, 0.4);
    await time.run(10);
    expect(all.map(({ levels }) => levels())).toEqual([[], [], [0.4], [0.4]]);
  });

  test('names of locks and channels contain no key', async () => {
    const { time, browser, open } = setUp();
    open();
    await time.run(10);
    expect([...browser.names]).toHaveLength(1);
    for (const name of browser.names) expect(name).toMatch(/^tactus\.events\.[0-9a-f]{10}$/);
  });

  test('a channel, whose frames carry aliases, has a stream of its own', async () => {
    const { time, browser, cloud, open } = setUp();
    const { stream } = open('chref:Channel0001');
    await time.run(10);
    expect(cloud.requests[0]?.url).toBe(`${SCRIPTED_BASE}/sse`);
    expect([browser.names.size, stream.connected]).toEqual([0, true]);
  });

  test('without ports each device has a stream of its own', async () => {
    const { time, cloud, open } = setUp({ several: false });
    const [one, two] = [open(A, undefined, { tabs: undefined }), open(A, undefined, { tabs: undefined })];
    await time.run(10);
    expect(cloud.open.size).toBe(2);
    one.stream.close();
    two.stream.close();
    await time.settle();
    expect(cloud.open.size).toBe(0);
    expect(time.pending()).toBe(0);
  });
});

describe('the elected tab ends', () => {
  test('closed: another takes over after its last event, and no event is lost or repeated', async () => {
    const { time, cloud, open } = setUp();
    const [first, second, third] = [open(), open(), open()];
    await time.run(200);
    cloud.happens(A, 0.9);
    await time.run(10);
    first.stream.close();
    cloud.happens(A, 0.8);
    await time.run(200);
    cloud.happens(A, 0.7);
    await time.run(10);
    expect([second.levels(), third.levels()]).toEqual([
      [0.9, 0.8, 0.7],
      [0.9, 0.8, 0.7],
    ]);
    expect([cloud.open.size, cloud.most()]).toEqual([1, 1]);
    expect(cloud.requests.at(-1)?.headers.get('x-connection-keys')).toBe(`${A};${A}-1`);
  });

  test('killed: the same', async () => {
    const { time, browser, cloud, open } = setUp();
    const doomed = browser.tab();
    open(A, doomed);
    const second = open();
    const third = open(B);
    await time.run(200);
    cloud.happens(B, 0.5);
    await time.run(10);
    for (const stream of cloud.open) stream.end();
    doomed.die();
    cloud.happens(A, 0.8);
    cloud.happens(B, 0.4);
    await time.run(500);
    expect([second.levels(), third.levels()]).toEqual([[0.8], [0.5, 0.4]]);
  });

  test('hung: after a minute of silence another replaces it, and it follows from then on', async () => {
    const { time, browser, cloud, open } = setUp();
    const first = open(A, browser.tab());
    const second = open();
    await time.run(200);
    expect(browser.held()).toHaveLength(1);
    await time.run(80_000);
    // This cloud sends no comments, so the first tab is silent: it counts as hung.
    cloud.happens(A, 0.3);
    await time.run(500);
    expect([first.levels(), second.levels()]).toEqual([[0.3], [0.3]]);
    expect(cloud.open.size).toBe(1);
  });
});

describe('trouble', () => {
  test('a broken stream is reported to all tabs, and reopened once', async () => {
    const { time, cloud, open } = setUp();
    const tabs = [open(), open()];
    await time.run(200);
    for (const stream of [...cloud.open]) stream.end();
    await time.run(10);
    expect(tabs.map(({ stream, errors }) => [stream.connected, errors.map(({ final }) => final)])).toEqual([
      [false, [false]],
      [false, [false]],
    ]);
    await time.run(1_000);
    expect(tabs.map(({ stream }) => stream.connected)).toEqual([true, true]);
    expect(cloud.open.size).toBe(1);
  });

  test('a nudge of any tab opens it now', async () => {
    const { time, cloud, open } = setUp();
    const [, second] = [open(), open()];
    await time.run(200);
    cloud.refuseWith(503);
    for (const stream of [...cloud.open]) stream.end();
    await time.run(20_000);
    cloud.refuseWith(undefined);
    const before = cloud.requests.length;
    second.stream.nudge();
    await time.run(10);
    expect(cloud.requests.length).toBe(before + 1);
    expect(second.stream.connected).toBe(true);
  });

  test('a refusal that no retry can fix is final for all', async () => {
    const { time, cloud, open } = setUp();
    cloud.refuseWith(401);
    const tabs = [open(), open()];
    await time.run(200);
    for (const { errors } of tabs)
      expect(errors.at(-1)).toMatchObject({ final: true, error: { code: 'unauthenticated' } });
  });

  test('a device that may not be followed does not end the streams of the others', async () => {
    const { time, cloud, open } = setUp();
    cloud.forbid(B);
    const [allowed, refused] = [open(A), open(B)];
    await time.run(1_000);
    expect(refused.errors.at(-1)).toMatchObject({ final: true, error: { code: 'unauthenticated' } });
    expect([allowed.stream.connected, refused.stream.connected]).toEqual([true, false]);
    cloud.happens(A, 0.6);
    await time.run(10);
    expect(allowed.levels()).toEqual([0.6]);
    const late = open(B);
    await time.run(200);
    expect([late.stream.connected, late.errors.at(-1)?.final]).toEqual([false, true]);
  });

  test('a device without followers leaves the stream, and starts without stored events when it returns', async () => {
    const { time, cloud, open } = setUp();
    const [stays, goes] = [open(A), open(B)];
    await time.run(200);
    cloud.happens(B, 0.2);
    await time.run(10);
    goes.stream.close();
    await time.run(200);
    expect(cloud.requests.at(-1)?.headers.get('x-connection-keys')).not.toContain(B);
    cloud.happens(B, 0.3);
    const back = open(B);
    await time.run(200);
    expect([back.stream.connected, back.statuses(), back.levels()]).toEqual([true, 1, []]);
    expect([stays.stream.connected, stays.errors, cloud.open.size]).toEqual([true, [], 1]);
  });

  test('closing everything leaves no timer, no lock and no connection', async () => {
    const { time, browser, cloud, open } = setUp();
    const tabs = [open(), open(B), open()];
    await time.run(200);
    for (const { stream } of tabs) stream.close();
    await time.run(100);
    expect([time.pending(), browser.held(), cloud.open.size]).toEqual([0, [], 0]);
  });
});

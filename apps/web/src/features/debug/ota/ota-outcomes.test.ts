import { createDevice } from '@tactus/sdk';
import { createFakeTime, createScriptedCloud, SCRIPTED_BASE, scriptHandy } from '@tactus/sdk/testing';
import { createRandom } from '@tactus/time';
import { expect, onTestFinished, test } from 'vitest';
import { createEmulator } from '../../../emulator/emulator.ts';
import type { EmulatedDeviceReport, EmulatorMessage } from '../../../emulator/worker-messages.ts';
import { createMemoryStorage } from '../../../settings/key-value-storage.ts';
import { runUpdateToOutcome, type UpdateOutcome } from './ota-outcomes.ts';

/** Of the scripted cloud. */
const ROUND_TRIP_MS = 20;

const LINKED: EmulatedDeviceReport = {
  ...{ link: 'linked', refusal: undefined, online: true, mode: 7, battery01: undefined },
  ...{ vibration01: undefined, motorCelsius: undefined, charging: undefined, firmware: '4.0.19' },
};

/** The lab, with a worker and a cloud that the test plays. */
function setUp() {
  const time = createFakeTime();
  const cloud = createScriptedCloud('Key01');
  const handy = scriptHandy(cloud, { time, roundTripMs: ROUND_TRIP_MS });
  cloud.on('PUT /ota/update/latest', () => ({ result: 'ok' }));
  const listeners: ((news: EmulatorMessage) => void)[] = [];
  const emulator = createEmulator({
    ...{ storage: createMemoryStorage(), apiBase: '/api', origin: 'http://home.invalid' },
    fetch: async () => Response.json({ connectionKey: 'Key01', secret: 's1' }),
    openWorker: () => ({
      post: () => undefined,
      onNews: (listener) => void listeners.push(listener),
      onFailure: () => undefined,
    }),
  });
  const device = createDevice({
    ...{ apiBase: SCRIPTED_BASE, apiKey: 'test', fetch: cloud.fetch, time, random: createRandom(1) },
  });
  onTestFinished(() => device.close());
  const stop = new AbortController();
  let noVersions = false;
  const setNoVersions = (none: boolean) => {
    noVersions = none;
  };
  return {
    ...{ time, cloud, emulator, device, stop },
    noVersions: () => noVersions,
    workers: () => listeners.length,
    /** Starts an outcome, and returns its result. */
    begin(outcome: UpdateOutcome) {
      const ended: unknown[] = [];
      runUpdateToOutcome({ emulator, device, setNoVersions, time }, outcome, stop.signal).then(
        (verdict) => ended.push(verdict),
        (error: unknown) => ended.push(error),
      );
      return ended;
    },
    /** The cloud accepts the device. */
    async link() {
      await time.settle();
      listeners.at(-1)?.({ type: 'report', report: LINKED });
      await time.run(10);
    },
    /** The device comes online, as far as clients can see. */
    async comeOnline() {
      handy.comeOnline('01HZ0001', LINKED.firmware);
      await time.run(3_000);
    },
  };
}

test('an outcome that is aborted before it began does nothing', async () => {
  const { begin, stop, time, workers } = setUp();
  stop.abort();
  const ended = begin('success');
  await time.settle();
  expect([ended, workers()]).toEqual([[stop.signal.reason], 0]);
});

test.each([
  ['its device starts', false],
  ['its device is connected to', true],
] as const)('an outcome that is aborted while %s is over at once, and the device is released', async (_, linked) => {
  const { begin, stop, time, device, link } = setUp();
  const ended = begin('success');
  if (linked) await link();
  else await time.settle();
  expect(ended).toEqual([]);
  stop.abort();
  await time.settle();
  expect(ended).toEqual([stop.signal.reason]);
  expect(device.store.getState().connectionKey).toBeUndefined();
  // The scripted cloud still answers the request that was on its way.
  await time.run(ROUND_TRIP_MS);
  expect(time.pending()).toBe(0);
});

test('an outcome that is aborted while its device has no network restores the network', async () => {
  const { begin, stop, time, cloud, emulator, link, comeOnline } = setUp();
  const ended = begin('lost');
  await link();
  await comeOnline();
  cloud.stream.send('ota_progress', { done: false, progress: 0.2, failed: false });
  await time.run(200);
  expect(emulator.state.getState().networkUp).toBe(false);
  stop.abort();
  await time.settle();
  expect(ended).toEqual([stop.signal.reason]);
  expect(emulator.state.getState().networkUp).toBe(true);
});

test('an outcome that is aborted while the cloud has no versions restores them', async () => {
  const { begin, stop, time, cloud, noVersions, link, comeOnline } = setUp();
  cloud.on('GET /ota/versions', () => new Promise(() => undefined));
  begin('none');
  await link();
  await comeOnline();
  expect(noVersions()).toBe(true);
  stop.abort();
  await time.settle();
  expect(noVersions()).toBe(false);
});

test('an outcome whose device does not connect fails after a minute', async () => {
  const { begin, time, link } = setUp();
  const ended = begin('success');
  await link();
  await time.run(66_000);
  expect(ended).toMatchObject([{ code: 'timeout' }]);
});

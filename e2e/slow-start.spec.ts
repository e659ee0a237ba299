/** A slow start of the settings: the device's motion after Start, and that its note covers no control. */
import { afterEach, describe, expect, test } from 'vitest';
import { dock } from './app/dock.ts';
import { manual } from './app/manual.ts';
import { type MadeDevice, madeDevice } from './harness/made-device.ts';
import { storeSettings } from './harness/stored-settings.ts';
import { withTactus } from './harness/suite.ts';
import { until } from './harness/until.ts';
import { PHONE, type Visit, visit } from './harness/visit.ts';
import { words } from './harness/words.ts';

const suite = withTactus();
let person: Visit;
let device: MadeDevice;

afterEach(() => person.close());

/** A person with a phone on the page of alternating motion, whose device is connected. */
async function open(limits: object, locale = 'en-US') {
  person = await visit(suite.browser, { viewport: PHONE, locale });
  device = await madeDevice(suite.tactus.url, '4.1.1');
  await storeSettings(person.page, suite.tactus.url, { connectionKey: device.key, limits });
  await person.page.goto(`${suite.tactus.url}/hamp`);
  await dock(person.page, locale).shows('connection.ready');
}

test('of 5 s rises to the chosen 20 % in that time, on the device, and not before', async () => {
  const RAMP_MS = 5_000;
  const CHOSEN = 0.2;
  await open({ rampSeconds: RAMP_MS / 1000 });
  const readings: { readonly atMs: number; readonly velocity: number }[] = [];
  const startedMs = performance.now();
  await manual(person.page).start().click();
  await until('the device has the speed that was chosen', async () => {
    const { play_state, velocity } = await device.seen.now<{ play_state: number; velocity: number }>('/hamp/state');
    if (play_state === 1) readings.push({ atMs: performance.now() - startedMs, velocity });
    return velocity >= CHOSEN - 0.001;
  });
  // A reading arrives late, and the ramp begins after the press: neither makes the motion appear faster.
  const tooFast = readings.filter(({ atMs, velocity }) => velocity > (CHOSEN * atMs) / RAMP_MS + 0.01);
  expect(tooFast).toEqual([]);
  expect(new Set(readings.map(({ velocity }) => velocity)).size).toBeGreaterThan(4);
  const before = await device.seen.positionMm();
  await until('the slider is elsewhere', async () => Math.abs((await device.seen.positionMm()) - before) > 5);
});

describe.each(['en-US', 'de', 'ja', 'fr-FR'])('its text in %s', (locale) => {
  test('leaves Start within reach on a phone, also below a message about the device', async () => {
    await open({ rampSeconds: 5, maxSpeedMmS: 200 }, locale);
    const start = person.page.getByRole('button', { name: words('hamp.start', locale), exact: true });
    const bar = dock(person.page, locale).bar();
    const isClear = async () => {
      const [button, over] = await Promise.all([start.boundingBox(), bar.boundingBox()]);
      return button !== null && over !== null && button.y + button.height <= over.y;
    };
    expect(await isClear()).toBe(true);
    await device.do({ error: { code: 100_026, message: 'Hall sensor error' } });
    await person.page.getByText(words('trouble.fault', locale), { exact: true }).waitFor();
    expect(await isClear()).toBe(true);
  });
});

import { createDevice, type Device } from '@tactus/sdk';
import { createFakeTime, createScriptedCloud, SCRIPTED_BASE, scriptHandy } from '@tactus/sdk/testing';
import { createRandom } from '@tactus/time';
import { describe, expect, test } from 'vitest';

const KEY = 'AbCd1234';
/** Less than what the vendor's cloud allows in a minute. */
const BUDGET = 228;
const MINUTE_MS = 60_000;
/** A hand on a screen of 60 Hz. */
const FRAME_MS = 16;

/** A device whose state is read completely; its requests are counted from here on. */
async function connected() {
  const time = createFakeTime();
  const cloud = createScriptedCloud(KEY);
  const handy = scriptHandy(cloud, { time });
  cloud.on(
    'PUT /hdsp/xpt',
    handy.after(() => 'ok'),
  );
  cloud.on(
    'PUT /hvp/state',
    handy.after((body) => ({ enabled: true, ...(body as object) })),
  );
  const device = createDevice({
    ...{ apiBase: SCRIPTED_BASE, apiKey: 'application-1', fetch: cloud.fetch, time, random: createRandom(1) },
  });
  const done = device.connect(KEY);
  await time.run(10);
  handy.comeOnline();
  await time.run(2_000);
  await done;
  cloud.requests.length = 0;
  return { time, cloud, device };
}

/** The calls of the motion controls (use-speed, use-stroke, use-moves), with the last expected body. */
const CONTROLS = [
  {
    name: 'speed (/hamp, /remote)',
    line: 'PUT /hamp/velocity',
    send: (device: Device, value: number) => device.hamp.setVelocity(value),
    sent: { velocity: 0.37 },
  },
  {
    name: 'stroke window (/hamp, /remote)',
    line: 'PUT /slider/stroke',
    send: (device: Device, value: number) => device.slider.setStroke({ min: value / 2, max: 1 }),
    sent: { min: 0.185, max: 1 },
  },
  {
    name: 'pad (/hdsp, /remote)',
    line: 'PUT /hdsp/xpt',
    send: (device: Device, value: number) =>
      device.hdsp.moveTo({ position01: value, stopOnTarget: false, durationMs: 300 }),
    sent: { xp: 0.37 },
  },
  {
    name: 'vibration pad (/hvp)',
    line: 'PUT /hvp/state',
    send: (device: Device, value: number) => device.hvp.setState({ amplitude: value, frequency: 100, position: 0 }),
    sent: { amplitude: 0.37 },
  },
] as const;

describe('a minute of dragging', () => {
  test.each(CONTROLS)('$name stays inside the budget of requests, and the last value arrives', async (control) => {
    const { time, cloud, device } = await connected();
    const errors: unknown[] = [];
    const drag = device.drag(
      (value: number) => control.send(device, value) as Promise<unknown>,
      (error) => errors.push(error),
    );
    for (let ms = 0; ms < MINUTE_MS; ms += FRAME_MS) {
      void drag(0.5 + 0.5 * Math.sin(ms / 400));
      await time.run(FRAME_MS);
    }
    expect(cloud.requests.length).toBeLessThanOrEqual(BUDGET);
    expect(cloud.lines().filter((line) => line === control.line).length).toBeGreaterThan(60);
    void drag(0.37);
    await time.run(2_000);
    expect(cloud.requests.findLast(({ line }) => line === control.line)?.body).toMatchObject(control.sent);
    expect(errors).toEqual([]);
    device.close();
  });
});

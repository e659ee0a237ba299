import { createFakeTime, createScriptedCloud, scriptHandy } from '@tactus/sdk/testing';
import { act, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { renderApp } from '../testing/render-app.tsx';

let app: Awaited<ReturnType<typeof renderApp>>;
afterEach(() => app.close());

/** A page with a linked Handy that is there. */
async function open(path: string) {
  const time = createFakeTime();
  const cloud = createScriptedCloud();
  const handy = scriptHandy(cloud, { time });
  const settings = { deviceSelectionComplete: true, connectionKey: 'DemoHandy1' };
  app = await renderApp({ path, settings, scripted: { cloud, time } });
  const pass = (ms: number) => act(() => time.run(ms));
  await pass(10);
  handy.comeOnline();
  await pass(2_000);
  const dock = within(await screen.findByRole('region', { name: 'Device' }));
  /** The word above the page. */
  const header = () => {
    const place = path === '/' ? screen.getByRole('main') : screen.getByRole('banner');
    return place.textContent;
  };
  return { ...{ cloud, pass, header }, says: () => dock.getByRole('status').textContent };
}

test.each(['/', '/settings'])(
  'the dock and the header of %s say the same word, whatever the device does',
  async (path) => {
    const { cloud, pass, header, says } = await open(path);
    expect(says()).toBe('Ready');
    expect(header()).toContain('Ready');

    act(() => void app.device.hamp.start());
    await pass(100);
    expect(says()).toBe('Moving');
    expect(header()).toContain('Moving');
    expect(header()).not.toContain('Ready');

    cloud.on('PUT /hamp/stop', () => new Promise(() => undefined));
    cloud.on('PUT /mode2', () => new Promise(() => undefined));
    act(() => void app.device.stop());
    expect(says()).toBe('Stopping…');
    expect(header()).toContain('Stopping…');
    await pass(10_000);
    expect(says()).toBe('Stop could not be sent. Use the power button on the device.');
    expect(header()).toContain('Stop could not be sent');
  },
);

test('the round trip stands beside the word while the device is reached', async () => {
  const { pass, header } = await open('/settings');
  act(() => void app.device.hamp.start());
  await pass(100);
  expect(header()).toMatch(/Moving · \d+\sms/);
});

import { HspPlayState, initialState } from '@tactus/sdk';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openPlayer, scriptFile } from './testing/open-player.tsx';

test('a press cancels a play whose script the device is slow to take, and the next one plays', async () => {
  const browserFetch = globalThis.fetch;
  vi.stubGlobal('fetch', async () => Response.json({ url: 'https://scripts.test/ride.csv' }));
  onTestFinished(() => void vi.stubGlobal('fetch', browserFetch));
  const { choose, cloud, handy, pass } = await openPlayer();
  let take: () => void = () => undefined;
  const taken = new Promise<void>((resolve) => {
    take = resolve;
  });
  cloud.on('PUT /hssp/setup', async () => {
    await taken;
    return { result: { ...initialState.hsp, play_state: HspPlayState.NOT_INITIALIZED } };
  });
  cloud.on(
    'PUT /hdsp/xpt',
    handy.after(() => 'ok'),
  );
  const setups = () => cloud.lines().filter((line) => line === 'PUT /hssp/setup').length;
  await choose(scriptFile('ride.csv', 30));
  await userEvent.click(await screen.findByRole('tab', { name: 'Sync' }));
  await userEvent.click(screen.getByRole('radio', { name: 'Upload' }));
  const button = screen.getByRole('button', { name: 'Play' });
  const press = async () => {
    await userEvent.click(button);
    await pass(100);
    return button.getAttribute('aria-busy');
  };
  expect(await press()).toBe('true');
  await vi.waitFor(async () => {
    await pass(10);
    expect(setups()).toBe(1);
  });
  expect([await press(), await press()]).toEqual(['false', 'true']);
  await act(async () => take());
  await pass(500);
  expect(cloud.lines()).toContain('PUT /hdsp/xpt');
  // The slider is on its way: the button cancels this, too.
  expect(await press()).toBe('false');
  await pass(6_000);
  expect(cloud.lines()).toContain('PUT /mode2');
  expect(cloud.lines()).not.toContain('PUT /hssp/play');
});

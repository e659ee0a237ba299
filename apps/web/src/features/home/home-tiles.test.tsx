import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, test } from 'vitest';
import { renderApp } from '../../testing/render-app.tsx';

/** Home for a device whose capabilities are known from before. */
async function openFor(capabilities: Record<string, number>) {
  const stored = { 'tactus.device.AbCd1234': JSON.stringify({ version: 1, capabilities }) };
  const settings = { deviceSelectionComplete: true, connectionKey: 'AbCd1234' };
  const app = await renderApp({ path: '/', settings, stored });
  onTestFinished(() => app.close());
  const share = await within(await screen.findByRole('main')).findByRole('link', { name: 'Share' });
  const tiles = [...(share.parentElement?.querySelectorAll('a') ?? [])];
  return tiles.map((tile) => [tile.textContent, tile.getAttribute('href')]);
}

test('the tiles are what people come for most, and "All tools" shows the other control pages and hides them again', async () => {
  expect(await openFor({ slider: 1 })).toEqual([
    ['Local player', '/local'],
    ['Manual', '/hamp'],
    ['Share', '/remote#share'],
    ['Beat box', '/beatbox'],
    ['Random', '/random-classic'],
  ]);
  const page = within(screen.getByRole('main'));
  expect(page.queryByRole('link', { name: /^Direct/ })).toBeNull();
  const all = page.getByRole('button', { name: 'All tools' });
  await userEvent.click(all);
  const others = ['Direct', 'Remote', 'Stream lab', 'Sync test'];
  for (const name of others) expect(page.getByRole('link', { name: new RegExp(`^${name}`) })).toBeVisible();
  await userEvent.click(all);
  expect(page.queryByRole('link', { name: /^Direct/ })).toBeNull();
});

test('a device without a slider has a tile for vibration, and of the others those that make it vibrate', async () => {
  expect(await openFor({ erm: 1, slider: 0 })).toEqual([
    ['Local player', '/local'],
    ['Vibration', '/hvp'],
    ['Share', '/remote#share'],
    ['Beat box', '/beatbox'],
    ['Random', '/random-classic'],
  ]);
  const page = within(screen.getByRole('main'));
  await userEvent.click(page.getByRole('button', { name: 'All tools' }));
  expect(page.getByRole('link', { name: /^Stream lab/ })).toBeVisible();
  expect(page.queryByRole('link', { name: /^Sync test/ })).toBeNull();
});

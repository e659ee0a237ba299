import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderApp } from '../../testing/render-app.tsx';

test('all data that leave the browser are named: device, scripts, addresses, sharing, groups, widget and statistics', async () => {
  const app = await renderApp({ path: '/settings#privacy', settings: { deviceSelectionComplete: true } });
  const heading = await screen.findByRole('heading', { name: 'What leaves this browser' }, { timeout: 25_000 });
  const list = heading.parentElement;
  if (list === null) throw new Error('Nothing is listed');
  for (const named of [
    /^Commands for your devices, their connection keys, and the points of scripts .* cloud of the device/,
    /by upload go to the script host/,
    /^The address of a video.* its own host.* script elsewhere goes to the cloud of the device/,
    /^While you share a device or visit one, names, limits and what guests do go through this site/,
    /^In a group session your name, the script of the host/,
    /^A site that you let start and stop your device learns whether it moves/,
    /^Statistics leave it only with the switch above on/,
  ])
    expect(within(list).getByText(named)).toBeVisible();
  app.close();
});

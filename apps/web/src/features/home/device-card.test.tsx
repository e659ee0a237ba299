import { act, screen, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { renderLinkedApp } from '../../testing/render-linked-app.tsx';

test('without a network the card of the device does not say that the device is being searched', async () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  onTestFinished(() => onLine.mockRestore());
  const { cloud } = await renderLinkedApp('/');
  const card = within(await screen.findByRole('region', { name: 'Your device' }));
  cloud.on('GET /servertime', () => Promise.reject(new TypeError('Failed to fetch')));
  onLine.mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event('offline')));
  expect(await card.findByText('No network')).toBeVisible();
  expect(card.queryByText('Looking for the device.')).toBeNull();
});

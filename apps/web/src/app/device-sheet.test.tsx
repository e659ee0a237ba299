import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { newSavedDevice } from '../settings/saved-device.ts';
import { renderLinkedApp } from '../testing/render-linked-app.tsx';

const sheet = () => screen.findByRole('dialog', { name: 'Your device' });
const noSheet = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
const header = async () => within(await screen.findByRole('banner')).findByRole('button', { name: /^Ready/ });

test('the header and the name in the dock open the sheet of the device: key, cloud, firmware, lights, another device', async () => {
  const linkedDevices = [{ ...newSavedDevice('DemoHandy1', 'Blue one'), modelNo: 1 }];
  const { app } = await renderLinkedApp('/settings', { linkedDevices });
  await userEvent.click(await header());
  const shown = within(await sheet());
  expect(shown.getByRole('heading', { name: 'Blue one' })).toBeVisible();
  expect(shown.queryByText('DemoHandy1')).toBeNull();
  await userEvent.click(shown.getByRole('button', { name: 'Show the key' }));
  expect(shown.getByText('DemoHandy1')).toBeVisible();
  expect(shown.getByText('Cloud').nextSibling?.textContent).toBe('cloud.test');
  expect(shown.getByText('Firmware').nextSibling?.textContent).toBe('4.1.1 · up to date');
  expect(shown.getByText('What the light on the device says')).toBeVisible();
  expect(shown.queryByRole('button', { name: 'Try again' })).toBeNull();
  expect(shown.getByRole('link', { name: 'Choose another' })).toHaveAttribute(
    'href',
    '/device-selection?redirect=%2Fsettings',
  );
  await userEvent.click(shown.getByRole('button', { name: 'Close' }));
  await noSheet();

  await userEvent.click(
    within(screen.getByRole('region', { name: 'Device' })).getByRole('button', { name: 'The Handy' }),
  );
  const again = within(await sheet());
  await userEvent.click(again.getByRole('link', { name: 'Configure' }));
  await waitFor(() => expect(app.address()).toBe('/configure'));
  await noSheet();
});

test('where several devices are linked, another one is chosen on their page', async () => {
  const linkedDevices = ['DemoHandy1', 'DemoHandy2'].map((key) => newSavedDevice(key));
  await renderLinkedApp('/settings', { linkedDevices });
  await userEvent.click(await header());
  expect(within(await sheet()).getByRole('link', { name: 'Choose another' })).toHaveAttribute('href', '/link');
});

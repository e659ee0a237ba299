import { createDevice, initialState } from '@tactus/sdk';
import { createRandom } from '@tactus/time';
import { createFakeTime } from '@tactus/time/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect, useState } from 'react';
import { expect, test, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { renderWithDevice } from '../../testing/render-with-device.tsx';
import { type StoppableTarget, useRegisterDrivenTarget } from '../linked/driven-devices.tsx';
import { DeviceProvider } from '../session/device-context.tsx';
import { Dock } from './dock.tsx';

const driven = {
  store: createStore(() => ({ ...initialState, connectionKey: 'channel' })),
  stop: vi.fn<() => void>(),
} satisfies StoppableTarget;

const unlinked = createDevice({
  ...{ apiBase: 'http://cloud.invalid/api', apiKey: 'test', time: createFakeTime(), random: createRandom(1) },
  fetch: () => new Promise<Response>(() => undefined),
});

/** A page that drives a channel while its button is on. */
function Page() {
  const registerDriven = useRegisterDrivenTarget();
  const [drives, setDrives] = useState(false);
  useEffect(() => (drives ? registerDriven(driven) : undefined), [registerDriven, drives]);
  return (
    <>
      <button type="button" onClick={() => setDrives(!drives)}>
        drive
      </button>
      <DeviceProvider device={unlinked}>
        <Dock strip={null} />
      </DeviceProvider>
    </>
  );
}

test('without a linked device the dock has a Stop while the page drives another target', async () => {
  const { show } = await renderWithDevice({ '/': Page, '/device-selection': () => null }, [], '');
  show();
  const drive = await screen.findByRole('button', { name: 'drive' });
  expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull();
  await userEvent.click(drive);
  await userEvent.click(screen.getByRole('button', { name: 'Stop' }));
  expect(driven.stop).toHaveBeenCalledOnce();
  await userEvent.click(drive);
  expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull();
});

import { createDevice, type Device } from '@tactus/sdk';
import { createRandom } from '@tactus/time';
import { createFakeTime } from '@tactus/time/testing';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect } from 'react';
import { expect, test } from 'vitest';
import { useStop, useStopOnEscape } from '../device/dock/use-stop.ts';
import {
  DrivenDevicesProvider,
  useDoesAnyDrivenTargetMatch,
  useRegisterDrivenTarget,
} from '../device/linked/driven-devices.tsx';
import { DeviceProvider } from '../device/session/device-context.tsx';
import { hasConnectionKey } from '../device/session/motion.ts';
import { useHideScreen } from './actions/use-hide-screen.ts';

/** A device, and its stop requests. */
function stoppable(key?: string): { device: Device; stops: string[] } {
  const stops: string[] = [];
  const device = createDevice({
    ...{ apiBase: 'http://cloud.invalid/api', apiKey: 'test', time: createFakeTime(), random: createRandom(1) },
    fetch: (address, init) => {
      if (init.method === 'PUT') stops.push(new URL(address).pathname);
      return new Promise<Response>(() => undefined);
    },
  });
  if (key !== undefined) device.connect(key).catch(() => undefined);
  return { device, stops };
}

function Shell({ page }: { page: React.ReactNode }) {
  useStopOnEscape();
  useHideScreen({ shortcut: true, showReason: () => undefined });
  const stop = useStop();
  return (
    <>
      <button type="button" onClick={stop}>
        Stop
      </button>
      <p>{useDoesAnyDrivenTargetMatch(hasConnectionKey) ? 'driving' : 'nothing driven'}</p>
      {page}
    </>
  );
}

function DrivingPage({ device }: { device: Device }) {
  const registerDriven = useRegisterDrivenTarget();
  useEffect(() => registerDriven(device), [registerDriven, device]);
  return null;
}

function show(own: Device, page: React.ReactNode) {
  return (
    <DeviceProvider device={own}>
      <DrivenDevicesProvider>
        <Shell page={page} />
      </DrivenDevicesProvider>
    </DeviceProvider>
  );
}

test.each(['{Escape}', 'h'])('%s stops the device that a page drives, and the linked one', async (key) => {
  const [own, other] = [stoppable('DemoHandy1'), stoppable('Driven0001')];
  render(show(own.device, <DrivingPage device={other.device} />));
  await userEvent.keyboard(key);
  await act(async () => undefined);
  expect(own.stops.length).toBeGreaterThan(0);
  expect(other.stops.length).toBeGreaterThan(0);
});

test('a Stop on the page stops the registered one and the linked one, and one that is both once', async () => {
  const [own, other] = [stoppable('DemoHandy1'), stoppable('Driven0001')];
  const { rerender } = render(show(own.device, <DrivingPage device={other.device} />));
  await userEvent.click(screen.getByRole('button', { name: 'Stop' }));
  await act(async () => undefined);
  expect([own.stops.length, other.stops.length]).toEqual([1, 1]);

  const both = stoppable('DemoHandy1');
  rerender(show(both.device, <DrivingPage device={both.device} />));
  await userEvent.click(screen.getByRole('button', { name: 'Stop' }));
  await act(async () => undefined);
  expect(both.stops.length).toBe(1);
});

test('a device stays registered as long as the page that drives it is shown', async () => {
  const [own, other] = [stoppable(), stoppable('Driven0001')];
  const { rerender } = render(show(own.device, <DrivingPage device={other.device} />));
  screen.getByText('driving');
  rerender(show(own.device, null));
  screen.getByText('nothing driven');
  await userEvent.keyboard('{Escape}');
  expect([...own.stops, ...other.stops]).toEqual([]);
});

import { DeviceMode } from '@tactus/protocol';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { renderLinkedApp } from '../testing/render-linked-app.tsx';

test('Enter held on Stop does not start again what its first press stopped', async () => {
  const { app, cloud, handy, pass } = await renderLinkedApp('/hamp');
  const idle = { mode: DeviceMode.IDLE, mode_session_id: 9 };
  cloud.on(
    'PUT /mode2',
    handy.after(() => {
      cloud.stream.send('hamp_state_changed', { play_state: 0, velocity: 0, direction: true });
      cloud.stream.send('mode_changed', idle);
      return idle;
    }),
  );
  act(() => void app.device.hamp.start());
  await pass(1_000);
  const calls = () => cloud.lines().filter((line) => /^PUT .(hamp|mode2)/.test(line));
  (await screen.findByRole('button', { name: 'Stop moving' })).focus();
  // The key repeats each second.
  const person = userEvent.setup({ delay: 0, advanceTimers: () => pass(1_000) });
  await person.keyboard('{Enter>4/}');
  expect(calls()).toEqual(['PUT /hamp/start', 'PUT /mode2']);
  expect(await screen.findByRole('button', { name: 'Start moving' })).toHaveFocus();

  await person.keyboard('{Enter}');
  await pass(1_000);
  expect(calls().slice(2)).toContain('PUT /hamp/start');
});

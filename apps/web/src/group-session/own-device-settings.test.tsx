import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { renderWithDevice } from '../testing/render-with-device.tsx';
import { OwnDeviceSettings } from './own-device-settings.tsx';
import type { OwnParticipation } from './own-participation.ts';
import { openScriptedRoom } from './testing/scripted-home.ts';
import { useOwnParticipation } from './use-own-participation.ts';

test('the offset of the own device stays where it comes back with other capabilities, and is that which is shown', async () => {
  const { room } = openScriptedRoom();
  const parts: OwnParticipation[] = [];
  function Page() {
    const part = useOwnParticipation(room);
    if (part === undefined) return null;
    if (parts.at(-1) !== part) parts.push(part);
    return <OwnDeviceSettings part={part} disabled={false} />;
  }
  const { show, cloud, handy, lose, comeBack } = await renderWithDevice({ '/': Page }, ['group', 'control']);
  show();
  const offset = within(await screen.findByRole('group', { name: 'Offset of your device' }));
  await userEvent.click(offset.getByRole('button', { name: 'Earlier' }));
  await userEvent.click(offset.getByRole('button', { name: 'Earlier' }));
  expect(offset.getByRole('status')).toHaveTextContent('20 ms');
  cloud.on(
    'GET /capabilities',
    handy.after(() => ({ slider: 0, erm: 1, battery: false })),
  );
  await lose();
  await comeBack('01HZ0002');
  expect(new Set(parts).size).toBe(2);
  expect(screen.getByText('20 ms')).toBeVisible();
  expect(parts.at(-1)?.store.getState().offsetMs).toBe(20);
});

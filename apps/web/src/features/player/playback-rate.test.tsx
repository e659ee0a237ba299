import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { openPlayer, scriptFile } from './testing/open-player.tsx';

test('the slowest rate is shown as it is, and the next one is a tenth again', async () => {
  const { choose } = await openPlayer();
  await choose(scriptFile('ride.csv', 30));
  const rate = within(await screen.findByRole('group', { name: 'Playback speed' }));
  const press = (name: string) => userEvent.click(rate.getByRole('button', { name }));
  for (let presses = 0; presses < 8; presses += 1) await press('Slower');
  expect(rate.getByRole('status')).toHaveTextContent(/^0\.25×$/);
  await press('Faster');
  expect(rate.getByRole('status')).toHaveTextContent(/^0\.3×$/);
});

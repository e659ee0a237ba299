import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { openPlayer, scriptFile } from './testing/open-player.tsx';

test('the note about a slow start limits it to the beginning only for an uploaded script', async () => {
  const { app, choose } = await openPlayer();
  const { limits } = app.settings.state.getState();
  act(() => void app.settings.update({ limits: { ...limits, rampSeconds: 5 } }));
  await choose(scriptFile('ride.csv', 90));
  await screen.findByRole('heading', { name: 'Before you play' }, { timeout: 5_000 });
  expect(screen.getByRole('link', { name: 'Slow start set in Settings: 5 s' })).toBeVisible();
  await userEvent.click(screen.getByRole('tab', { name: 'Sync' }));
  await userEvent.click(screen.getByRole('radio', { name: 'Upload' }));
  await userEvent.click(screen.getByRole('tab', { name: 'Feel' }));
  expect(
    screen.getByRole('link', { name: 'Slow start set in Settings: 5 s, only at the beginning of the script' }),
  ).toBeVisible();
});

import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { defaultSettings } from '../../settings/schema.ts';
import { openPlayer, scriptFile } from './testing/open-player.tsx';

const { localPlayer } = defaultSettings();
/** The card of a switch. */
const cardOf = (name: string) => screen.getByRole('switch', { name }).closest('label')?.parentElement;

test.each([
  ['at first', localPlayer],
  ['as stored', { ...localPlayer, loop: true, showSimulator: false, showEmulator: true }],
])('repetition, simulator and emulator are %s, and every change is stored', async (_, stored) => {
  const { app, choose } = await openPlayer({ localPlayer: stored });
  await choose(scriptFile('ride.csv', 90));
  const repeat = await screen.findByRole('button', { name: 'Repeat' }, { timeout: 5_000 });
  expect(repeat).toHaveAttribute('aria-pressed', `${stored.loop}`);
  await userEvent.click(repeat);
  expect(repeat).toHaveAttribute('aria-pressed', `${!stored.loop}`);
  await userEvent.click(screen.getByRole('tab', { name: 'Sync' }));
  const isShown = () => ({
    showSimulator: cardOf('Simulator')?.querySelector('svg') != null,
    showEmulator: screen.queryByRole('button', { name: 'Switch it on' }) !== null,
  });
  expect(isShown()).toEqual({ showSimulator: stored.showSimulator, showEmulator: stored.showEmulator });
  for (const name of ['Simulator', 'Device in this tab']) await userEvent.click(screen.getByRole('switch', { name }));
  const changed = { showSimulator: !stored.showSimulator, showEmulator: !stored.showEmulator };
  expect(isShown()).toEqual(changed);
  expect(app.settings.state.getState().localPlayer).toEqual({ ...stored, ...changed, loop: !stored.loop });
});

import type { Random, Undo } from '@tactus/time';
import type { SettingsStore } from './settings-store.ts';

const ALPHANUMERIC = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const LENGTH = 8;

/** The number of a beat: 8 random alphanumerics. */
export function newBeatNumber(random: Random): string {
  return Array.from({ length: LENGTH }, () => random.pick([...ALPHANUMERIC])).join('');
}

/**
 * Gives the beat in the editor a number at the start, and again whenever a beat without one comes from another
 * tab or a backup, until the undo.
 */
export function watchAndNumberCurrentBeat(
  { state, update }: Pick<SettingsStore, 'state' | 'update'>,
  random: Random,
): Undo {
  const ensureNumber = () => {
    const { beatbox } = state.getState();
    if (beatbox.currentBeat.uuid !== '') return;
    update({ beatbox: { ...beatbox, currentBeat: { ...beatbox.currentBeat, uuid: newBeatNumber(random) } } });
  };
  ensureNumber();
  return state.subscribe(ensureNumber);
}

import type { Random } from '@tactus/time';
import type { SettingsStore } from './settings-store.ts';

const ALPHANUMERIC = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const LENGTH = 8;

/** The number of a beat: 8 random alphanumerics. */
export function newBeatNumber(random: Random): string {
  return Array.from({ length: LENGTH }, () => random.pick([...ALPHANUMERIC])).join('');
}

/**
 * Gives the beat that is being drawn a number from the start, and again wherever a beat without one comes from another tab or a
 * backup. The number is stored with the next change of a setting.
 */
export function numberCurrentBeat(settings: Pick<SettingsStore, 'state'>, random: Random): void {
  const { state } = settings;
  const give = () => {
    const { beatbox } = state.getState();
    if (beatbox.currentBeat.uuid !== '') return;
    const currentBeat = { ...beatbox.currentBeat, uuid: newBeatNumber(random) };
    state.setState({ beatbox: { ...beatbox, currentBeat } });
  };
  give();
  state.subscribe(give);
}

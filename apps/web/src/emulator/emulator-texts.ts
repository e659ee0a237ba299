import type { MessageKey } from '../i18n/catalogs.ts';
import type { DotTone } from '../ui/pill.tsx';
import type { EmulatorState } from './emulator.ts';
import type { EmulatorStartFailure } from './enrol-emulator.ts';

/** The text of each phase, and its dot. */
const PHASE_WORDS: Readonly<Record<EmulatorState['phase'], { text: MessageKey; tone: DotTone }>> = {
  off: { text: 'emulator.off', tone: 'idle' },
  failed: { text: 'emulator.off', tone: 'idle' },
  starting: { text: 'connection.connecting', tone: 'busy' },
  connecting: { text: 'connection.connecting', tone: 'busy' },
  linked: { text: 'emulator.linked', tone: 'ok' },
  waiting: { text: 'emulator.waiting', tone: 'lost' },
};

/** The state of the emulator as a text and a dot: its link, and whether its device is on. Texts are of the part `emulator`. */
export function emulatorStatusText({ phase, report }: Pick<EmulatorState, 'phase' | 'report'>) {
  return phase === 'linked' && report?.online === false
    ? ({ text: 'emulator.deviceOff', tone: 'lost' } as const)
    : PHASE_WORDS[phase];
}

/** The text that explains each reason for a failed start of the virtual device. */
export const EMULATOR_START_FAILURE_TEXTS: Readonly<Record<EmulatorStartFailure, MessageKey>> = {
  'no-link': 'emulator.fault.noLink',
  'too-many': 'emulator.fault.tooMany',
  network: 'emulator.fault.network',
  elsewhere: 'emulator.fault.elsewhere',
  refused: 'emulator.fault.refused',
};

/** The models that the virtual device can be, with their names, as options of a choice. */
export const EMULATED_MODEL_OPTIONS = [
  { value: 'handy', label: 'The Handy' },
  { value: 'handy-1.2', label: 'The Handy 1.2' },
  { value: 'handy-2', label: 'The Handy 2' },
  { value: 'handy-2-pro', label: 'The Handy 2 Pro' },
  { value: 'oh', label: 'Oh' },
] as const;

import { HvpControls } from '../../device-view/vibration/hvp-controls.tsx';
import { type EditableVibration, useVibrationControl } from '../../device-view/vibration/use-vibration-control.ts';
import type { GuestHold } from '../../sharing/guest-hold.ts';
import { OwnerLimitNote } from './owner-limit-note.tsx';
import styles from './share.module.css';
import { useRestartOnNewHold } from './use-restart-on-new-hold.ts';

interface GuestVibrationProps {
  hold: GuestHold;
  /** The strongest vibration that the owner allows, 0..1. */
  intensity: number;
}

/** Vibration, no stronger than the owner allows: the cloud enforces the limit; the pad's glow shows the reported strength. */
export function GuestVibrationControls({ hold, intensity }: GuestVibrationProps) {
  const most = Math.round(intensity * 100);
  const vibration = capped(useVibrationControl(), most);
  useRestartOnNewHold(hold, { isOn: (state) => state.hvp.enabled, start: () => vibration.control.start() });
  return (
    <div className={styles['fit']}>
      <HvpControls vibration={vibration} />
      <OwnerLimitNote most={most} isAt={vibration.amplitudePercent >= most} />
    </div>
  );
}

/** The vibration with its strength capped at the limit. The cloud enforces the limit; this only shows the true strength. */
function capped(vibration: EditableVibration, most: number): EditableVibration {
  const { control, amplitudePercent } = vibration;
  return {
    ...vibration,
    amplitudePercent: Math.min(amplitudePercent, most),
    mostPercent: most < 100 ? most : undefined,
    control: {
      ...control,
      set: ({ amplitudePercent: wanted, ...others }) =>
        control.set({ ...others, ...(wanted !== undefined && { amplitudePercent: Math.min(wanted, most) }) }),
    },
  };
}

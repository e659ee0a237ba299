import { HvpControls } from '../../device-view/vibration/hvp-controls.tsx';
import { useVibration } from '../../device-view/vibration/use-vibration.ts';
import type { GuestHold } from '../../sharing/guest-hold.ts';
import styles from './share.module.css';
import { useRampUp } from './use-ramp-up.ts';

/** Vibration, no stronger than the owner allows: the cloud holds to that, and the pad shines as strongly as it reports. */
export function GuestVibration({ hold }: { hold: GuestHold }) {
  const vibration = useVibration();
  useRampUp(
    hold,
    (state) => state.hvp.enabled,
    () => vibration.control.start(),
  );
  return (
    <div className={styles['fit']}>
      <HvpControls vibration={vibration} />
    </div>
  );
}

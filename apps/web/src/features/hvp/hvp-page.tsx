import { AppliedLimitsNote } from '../../device/dock/applied-limits-note.tsx';
import { RequireCapability } from '../../device/session/require-capability.tsx';
import { UnsupportedFeaturesNote } from '../../device/session/unsupported-features-note.tsx';
import { HvpControls } from '../../device-view/vibration/hvp-controls.tsx';
import { useVibrationControl } from '../../device-view/vibration/use-vibration-control.ts';
import { HvpPanel } from './hvp-panel.tsx';

/** Vibration: strength, pitch, position and wave, as far as the device has them. */
export function HvpPage() {
  return (
    <RequireCapability needs="vibration">
      <Vibrator />
    </RequireCapability>
  );
}

function Vibrator() {
  const vibration = useVibrationControl();
  return (
    <>
      <HvpControls vibration={vibration} />
      <AppliedLimitsNote />
      <HvpPanel vibration={vibration} />
      <UnsupportedFeaturesNote of={['leases']} />
    </>
  );
}

import { LimitedNote } from '../../device/dock/limited-note.tsx';
import { MissingHere } from '../../device/session/missing-here.tsx';
import { SuitedDevice } from '../../device/session/suited-device.tsx';
import { HvpControls } from '../../device-view/vibration/hvp-controls.tsx';
import { useVibration } from '../../device-view/vibration/use-vibration.ts';
import { HvpPanel } from './hvp-panel.tsx';

/** Vibration: strength, pitch, place and wave, as far as the device has them. */
export function HvpPage() {
  return (
    <SuitedDevice needs="vibration">
      <Vibrator />
    </SuitedDevice>
  );
}

function Vibrator() {
  const vibration = useVibration();
  return (
    <>
      <HvpControls vibration={vibration} />
      <LimitedNote />
      <HvpPanel vibration={vibration} />
      <MissingHere of={['leases']} />
    </>
  );
}

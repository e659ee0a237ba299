import { MissingHere } from '../../device/missing-here.tsx';
import { SuitedDevice } from '../../device/suited-device.tsx';
import { HvpControls } from './hvp-controls.tsx';
import { HvpPanel } from './hvp-panel.tsx';
import { useVibration } from './use-vibration.ts';

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
      <HvpPanel vibration={vibration} />
      <MissingHere of={['leases']} />
    </>
  );
}

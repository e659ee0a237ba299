import { MissingHere } from '../../device/session/missing-here.tsx';
import { SuitedDevice } from '../../device/session/suited-device.tsx';
import { HampControls } from './hamp-controls.tsx';
import styles from './hamp-page.module.css';
import { HampPanel } from './hamp-panel.tsx';

/** Alternating motion: speed, stroke window, ramp and boost. */
export function HampPage() {
  return (
    <SuitedDevice needs="slider">
      <div className={styles['page']}>
        <HampControls />
        <HampPanel />
        <MissingHere of={['leases']} />
      </div>
    </SuitedDevice>
  );
}

import { RequireCapability } from '../../device/session/require-capability.tsx';
import { UnsupportedFeaturesNote } from '../../device/session/unsupported-features-note.tsx';
import { HampControls } from './hamp-controls.tsx';
import styles from './hamp-page.module.css';
import { HampPanel } from './hamp-panel.tsx';

/** Alternating motion: speed, stroke window, ramp and boost. */
export function HampPage() {
  return (
    <RequireCapability needs="slider">
      <div className={styles['page']}>
        <HampControls />
        <HampPanel />
        <UnsupportedFeaturesNote of={['leases']} />
      </div>
    </RequireCapability>
  );
}

import { hasSlider, isLegacy } from '@tactus/sdk';
import { useDeviceState } from '../../device/device-context.tsx';
import { useTexts } from '../../i18n/text.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { HampControls } from './hamp-controls.tsx';
import styles from './hamp-page.module.css';
import { HampPanel } from './hamp-panel.tsx';

/** Alternating motion: speed, stroke window, ramp and boost. */
export function HampPage() {
  const { t } = useTexts();
  const sliderMissing = useDeviceState((state) => state.capabilities !== undefined && !hasSlider(state));
  const legacy = useDeviceState(isLegacy);
  if (sliderMissing || legacy) {
    return (
      <EmptyState
        title={t(legacy ? 'hamp.legacy.title' : 'hamp.noSlider.title')}
        text={t(legacy ? 'hamp.legacy.text' : 'hamp.noSlider.text')}
        action={<LinkButton to="/">{t('notFound.home')}</LinkButton>}
      />
    );
  }
  return (
    <div className={styles['page']}>
      <HampControls />
      <HampPanel />
    </div>
  );
}

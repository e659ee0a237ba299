import type { MessageKey } from '../../i18n/catalogs.ts';
import { useTexts } from '../../i18n/text.tsx';
import { IconInfoCircle } from '../../ui/icons.ts';
import { useCloudFeatures } from './deployment.ts';
import { useDeviceState } from './device-context.tsx';
import { hasConnectionKey } from './motion.ts';
import styles from './unsupported-features-note.module.css';

/** The features of a cloud that a page may use, and report as missing. */
export type OptionalCloudFeature = 'leases' | 'resume' | 'inlineScripts' | 'channels';

const MEANING: Readonly<Record<OptionalCloudFeature, MessageKey>> = {
  leases: 'missing.leases',
  resume: 'missing.resume',
  inlineScripts: 'missing.inlineScripts',
  channels: 'missing.channels',
};

/**
 * The features used by the page that the device's cloud lacks: the consequence of each, and the replacement. Empty where none
 * is missing, or while no device is linked. Its texts are the part `missing`.
 */
export function UnsupportedFeaturesNote({ of }: { of: readonly OptionalCloudFeature[] }) {
  const { t } = useTexts();
  const features = useCloudFeatures();
  const linked = useDeviceState(hasConnectionKey);
  const missing = of.filter((ability) => features[ability] !== true);
  if (!linked || missing.length === 0) return null;
  return (
    <aside className={styles['missing']} aria-label={t('missing.title')}>
      <IconInfoCircle className={styles['icon']} size={20} aria-hidden="true" />
      <div>
        <p className={styles['title']}>{t('missing.title')}</p>
        <ul className="grid gap-4">
          {missing.map((ability) => (
            <li key={ability}>{t(MEANING[ability])}</li>
          ))}
        </ul>
      </div>
    </aside>
  );
}

import { useParams } from '@tanstack/react-router';
import { useTexts } from '../../i18n/text.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { RequireCurrentFirmware } from './current-firmware.tsx';
import styles from './ota.module.css';
import { UpdateCard } from './update-card.tsx';
import { useFirmwareUpdate } from './use-firmware-update.ts';
import { versionOfRoute } from './version-path.ts';

/**
 * One version and nothing else, as a link from elsewhere names it: the device's cloud checks the version when the update is
 * requested. Nothing starts before the person presses the button.
 */
export function OtaDirectPage() {
  const { t } = useTexts();
  const named = versionOfRoute(useParams({ strict: false }));
  const { begin } = useFirmwareUpdate();
  return (
    <RequireCurrentFirmware>
      <div className={styles['narrow']}>
        <p className="note">{t('ota.direct')}</p>
        <UpdateCard target={named} onStart={(firmware) => begin(firmware, (ota) => ota.updateVersion(firmware))} />
        <div className="row wrap gap-12">
          <LinkButton to="/ota">{t('ota.toList')}</LinkButton>
        </div>
      </div>
    </RequireCurrentFirmware>
  );
}

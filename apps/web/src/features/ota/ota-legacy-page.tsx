import { connectionStatus, hasLegacyFirmware } from '@tactus/sdk';
import { useDeviceState } from '../../device/session/device-context.tsx';
import { useTexts } from '../../i18n/text.tsx';
import { useSetting } from '../../settings/use-settings.tsx';
import { Alert } from '../../ui/alert.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Fact, FactList } from '../../ui/facts.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import styles from './ota.module.css';

/** The maker's own site, where devices with firmware 3 are updated. */
const MAKER = 'https://www.handyfeeling.com/';
const STEPS = ['ota.legacy.step1', 'ota.legacy.step2', 'ota.legacy.step3', 'ota.legacy.step4'] as const;

/** How devices with firmware below version 4 get a newer one: the app cannot update them. */
export function OtaLegacyPage() {
  const { t } = useTexts();
  const legacy = useDeviceState(hasLegacyFirmware);
  const version = useDeviceState((state) => state.info?.fw_version);
  const ready = useDeviceState((state) => connectionStatus(state) === 'ready');
  const linked = useSetting((settings) => settings.connectionKey !== '');
  return (
    <div className={styles['narrow']}>
      {linked && version !== undefined && !legacy && (
        <Alert
          tone="info"
          title={t('ota.legacy.notNeeded')}
          action={<LinkButton to="/ota">{t('page.ota')}</LinkButton>}
        >
          {t('ota.legacy.notNeeded.text', { version })}
        </Alert>
      )}
      <Card title={t('ota.legacy')}>
        {linked && (
          <FactList>
            <Fact name={t('ota.installed')}>{version ?? t('ota.unknown')}</Fact>
            <Fact name={t('ota.legacy.state')}>{t(ready ? 'connection.ready' : 'connection.wait')}</Fact>
          </FactList>
        )}
        <p>{t('ota.legacy.text')}</p>
        <p className="note">{t('ota.legacy.can')}</p>
      </Card>
      <Card title={t('ota.legacy.how')}>
        <ol className={styles['steps']}>
          {STEPS.map((step) => (
            <li key={step}>{t(step)}</li>
          ))}
        </ol>
        <div className="row wrap gap-12">
          <a className={buttonClass({ variant: 'primary' })} href={MAKER} target="_blank" rel="noreferrer">
            {t('ota.legacy.maker')}
          </a>
          {!linked && <LinkButton to="/device-selection">{t('dock.connect')}</LinkButton>}
        </div>
        <p className="note">{t('ota.legacy.noticed')}</p>
      </Card>
    </div>
  );
}

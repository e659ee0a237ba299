import { useStore } from 'zustand';
import { useTexts } from '../../i18n/text.tsx';
import { useSettingsStore } from '../../settings/use-settings.tsx';
import { Alert } from '../../ui/alert.tsx';
import { AppearanceCard } from './appearance-card.tsx';
import { BackupCard } from './backup-card.tsx';
import { DeveloperCard } from './developer-card.tsx';
import { DevicePreferencesCard } from './device-card.tsx';
import { GamepadCard } from './gamepad-card.tsx';
import { KeyboardCard } from './keyboard-card.tsx';
import { LanguageCard } from './language-card.tsx';
import { LimitsCard } from './limits-card.tsx';
import { PrivacyCard } from './privacy-card.tsx';
import styles from './settings-page.module.css';

/** The person's settings. */
export function SettingsPage() {
  const { t } = useTexts();
  const isStored = useStore(useSettingsStore().isSaved);
  return (
    <div className={styles['cards']}>
      {!isStored && (
        <div className={styles['notKept']}>
          <Alert tone="warning" title={t('settings.notKept')}>
            {t('settings.notKept.text')}
          </Alert>
        </div>
      )}
      <div className={styles['column']}>
        <DevicePreferencesCard />
        <LimitsCard />
        <AppearanceCard />
        <LanguageCard />
        <PrivacyCard />
        <BackupCard />
      </div>
      <div className={styles['column']}>
        <KeyboardCard />
        <GamepadCard />
        <DeveloperCard />
      </div>
    </div>
  );
}

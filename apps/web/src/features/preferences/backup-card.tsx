import { useState } from 'react';
import type { MessageKey } from '../../i18n/catalogs.ts';
import { useTexts } from '../../i18n/text.tsx';
import { type BackupProblem, formatBackup, readBackup } from '../../settings/backup.ts';
import { useSettingsStore } from '../../settings/use-settings.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ChooseFileButton } from '../../ui/choose-file-button.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { Switch } from '../../ui/switch.tsx';
import styles from './settings-page.module.css';

const PROBLEMS: Readonly<Record<BackupProblem, MessageKey>> = {
  'not-a-backup': 'settings.backup.notABackup',
  newer: 'settings.backup.newer',
  damaged: 'settings.backup.damaged',
};

/** Exports and imports the settings as a file. A file that is only partly readable changes nothing. */
export function BackupCard() {
  const { t } = useTexts();
  const settings = useSettingsStore();
  const [withKeys, setWithKeys] = useState(false);
  const [result, setResult] = useState<{ text: MessageKey; failed: boolean }>();

  async function restore(chosen: File) {
    const text = await chosen.text().catch(() => undefined);
    if (text === undefined) {
      setResult({ text: 'settings.backup.unreadable', failed: true });
      return;
    }
    const read = readBackup(text);
    if ('problem' in read) {
      setResult({ text: PROBLEMS[read.problem], failed: true });
      return;
    }
    settings.update(read.settings);
    setResult({ text: 'settings.backup.restored', failed: false });
  }

  return (
    <Card title={t('settings.backup')}>
      <p className="note">{t('settings.backup.hint')}</p>
      <Switch
        label={t('settings.backup.withKeys')}
        hint={t('settings.backup.withKeys.hint')}
        checked={withKeys}
        onChange={setWithKeys}
      />
      <div className="row wrap gap-12">
        <Button onClick={() => saveFile('tactus-settings.json', formatBackup(settings.state.getState(), withKeys))}>
          {t('settings.backup.export')}
        </Button>
        <ChooseFileButton
          accept="application/json,.json"
          label={t('settings.backup.import')}
          onFile={(chosen) => void restore(chosen)}
        >
          {t('settings.backup.import')}
        </ChooseFileButton>
      </div>
      <p className={styles['result']} data-failed={result?.failed || undefined} role="status">
        {result !== undefined && t(result.text)}
      </p>
    </Card>
  );
}

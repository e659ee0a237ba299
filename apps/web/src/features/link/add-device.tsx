import { isConnectionKey } from '@tactus/protocol';
import { type FormEvent, useState } from 'react';
import { KeyField } from '../../device/key-field.tsx';
import { useTexts } from '../../i18n/text.tsx';
import { newLinkedDevice } from '../../settings/linked-device.ts';
import { useSettingsStore } from '../../settings/use-settings.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { useNotifications } from '../../ui/notifications-context.tsx';
import { TextField } from '../../ui/text-field.tsx';
import styles from './link-page.module.css';

/** Links another device by its key. */
export function AddDevice() {
  const { t } = useTexts();
  const settings = useSettingsStore();
  const notifications = useNotifications();
  const [text, setText] = useState('');
  const [nickname, setNickname] = useState('');
  const [tried, setTried] = useState(false);
  const key = text.trim();

  function errorOf(): string | undefined {
    if (key === '') return t('error.connectionKeyRequired');
    if (!isConnectionKey(key)) return t('connect.key.invalid');
    const isLinked = settings.state.getState().linkedDevices.some((one) => one.connectionKey === key);
    return isLinked ? t('link.add.twice') : undefined;
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (errorOf() !== undefined) return;
    const { linkedDevices } = settings.state.getState();
    settings.update({ linkedDevices: [...linkedDevices, newLinkedDevice(key, nickname.trim())] });
    notifications.show({ tone: 'positive', message: t('link.add.done') });
    setText('');
    setNickname('');
    setTried(false);
  }

  return (
    <Card title={t('link.add')}>
      <form className={styles['form']} onSubmit={submit} noValidate>
        <KeyField error={tried ? errorOf() : undefined} value={text} onChange={setText} />
        <TextField
          label={t('link.name')}
          hint={t('link.name.hint')}
          value={nickname}
          maxLength={40}
          autoComplete="off"
          onChange={(event) => setNickname(event.currentTarget.value)}
        />
        <Button type="submit" variant="primary" wide>
          {t('link.add.submit')}
        </Button>
      </form>
    </Card>
  );
}

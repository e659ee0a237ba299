import { isConnectionKey } from '@tactus/protocol';
import { createClient } from '@tactus/sdk';
import { type FormEvent, useState } from 'react';
import { ConnectionKeyField } from '../../device/linked/connection-key-field.tsx';
import { useLinkedDevices } from '../../device/linked/linked-devices-context.tsx';
import { useTexts } from '../../i18n/text.tsx';
import { newSavedDevice } from '../../settings/saved-device.ts';
import { useSettingsStore } from '../../settings/use-settings.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { useNotifications } from '../../ui/notifications-context.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useClock } from '../../ui/time-context.tsx';

/** Links another device by its key. */
export function AddDevice() {
  const { t } = useTexts();
  const settings = useSettingsStore();
  const notifications = useNotifications();
  const [text, setText] = useState('');
  const [nickname, setNickname] = useState('');
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  /** The key of the last try, where the cloud reported that no device has it. */
  const [unknownKey, setUnknownKey] = useState<string>();
  const { cloud } = useLinkedDevices();
  const time = useClock();
  const key = text.trim();

  /** A cloud that cannot be reached, or does not report it, does not disprove a key. */
  async function isUnknown(connectionKey: string): Promise<boolean> {
    const { apiBase: baseUrl, apiKey, fetch } = cloud;
    const client = createClient({ baseUrl, apiKey, fetch, time, connectionKey });
    const answer = await client.info.connected().catch(() => undefined);
    return answer?.known === false;
  }

  function errorOf(): string | undefined {
    if (key === '') return t('error.connectionKeyRequired');
    if (!isConnectionKey(key)) return t('connect.key.invalid');
    const isLinked = settings.state.getState().linkedDevices.some((one) => one.connectionKey === key);
    return isLinked ? t('link.add.twice') : undefined;
  }

  function errorToShow(): string | undefined {
    if (!tried) return undefined;
    return errorOf() ?? (key === unknownKey ? t('link.add.unknown') : undefined);
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    setTried(true);
    // The key's device may have been switched on since.
    setUnknownKey(undefined);
    if (errorOf() !== undefined) return;
    setBusy(true);
    const unknown = await isUnknown(key);
    setBusy(false);
    if (unknown) {
      setUnknownKey(key);
      return;
    }
    // Another tab, or this one by connecting to it, may have linked it meanwhile.
    if (errorOf() !== undefined) return;
    const { linkedDevices } = settings.state.getState();
    settings.update({ linkedDevices: [...linkedDevices, newSavedDevice(key, nickname.trim())] });
    notifications.show({ tone: 'positive', message: t('link.add.done') });
    // What was typed meanwhile is the next device.
    setText((now) => (now === text ? '' : now));
    setNickname((now) => (now === nickname ? '' : now));
    setTried(false);
  }

  return (
    <Card title={t('link.add')}>
      <form className="column gap-12" onSubmit={(event) => void submit(event)} noValidate>
        <ConnectionKeyField error={errorToShow()} value={text} onChange={setText} />
        <TextField
          label={t('link.name')}
          hint={t('link.name.hint')}
          value={nickname}
          maxLength={40}
          autoComplete="off"
          onChange={(event) => setNickname(event.currentTarget.value)}
        />
        <Button type="submit" variant="primary" wide busy={busy}>
          {t('link.add.submit')}
        </Button>
      </form>
    </Card>
  );
}

import { isConnectionKey } from '@tactus/protocol';
import { useState } from 'react';
import { ConnectionKeyField } from '../device/linked/connection-key-field.tsx';
import { TryVirtualDevice } from '../device/linked/try-virtual-device.tsx';
import { useTexts } from '../i18n/text.tsx';
import { useSettingsStore } from '../settings/use-settings.tsx';
import { Button } from '../ui/button.tsx';

/** Links a device without leaving the room, whose link is in no history. */
export function LinkDeviceInRoom() {
  const { t } = useTexts();
  const settings = useSettingsStore();
  const [key, setKey] = useState('');
  const [isWrong, setWrong] = useState(false);
  const link = (connectionKey: string) => settings.update({ connectionKey });
  return (
    <form
      className="grid gap-16"
      onSubmit={(event) => {
        event.preventDefault();
        const connectionKey = key.trim();
        if (isConnectionKey(connectionKey)) link(connectionKey);
        else setWrong(true);
      }}
    >
      <p className="note">{t('group.part.noDevice')}</p>
      <ConnectionKeyField
        value={key}
        error={isWrong ? t('connect.key.invalid') : undefined}
        onChange={(next) => {
          setKey(next);
          setWrong(false);
        }}
      />
      <Button type="submit" variant="primary" wide>
        {t('connect.submit')}
      </Button>
      <TryVirtualDevice onKey={link} />
    </form>
  );
}

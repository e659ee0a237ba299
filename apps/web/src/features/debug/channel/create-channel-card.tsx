import { useState } from 'react';
import { linkedDeviceName } from '../../../device/linked/linked-device-name.ts';
import { useLinkedDevices } from '../../../device/linked/linked-devices-context.tsx';
import { messageOfThrown } from '../../../device/session/log.ts';
import { useTexts } from '../../../i18n/text.tsx';
import { useSetting } from '../../../settings/use-settings.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { LinkButton } from '../../../ui/link-button.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { Failure } from '../failure.tsx';
import { type CreatedChannel, createChannel, endChannel } from './channel-api.ts';

interface MakeChannelProps {
  /** Receives the reference of a new channel. */
  onMade: (channel: string) => void;
  onEnded: () => void;
}

/** Makes a channel of linked devices. The secret that ends it lives as long as this page. */
export function CreateChannelCard({ onMade, onEnded }: MakeChannelProps) {
  const { t } = useTexts();
  const { cloud } = useLinkedDevices();
  const devices = useSetting((settings) => settings.linkedDevices);
  const [left, setLeft] = useState<readonly string[]>([]);
  const [made, setMade] = useState<CreatedChannel>();
  const [failure, setFailure] = useState<string>();
  const keys = devices.map(({ connectionKey }) => connectionKey).filter((key) => !left.includes(key));

  async function attempt(action: () => Promise<void>) {
    setFailure(undefined);
    await action().catch((error: unknown) => setFailure(messageOfThrown(error)));
  }

  const make = () =>
    attempt(async () => {
      const channel = await createChannel(cloud, keys);
      setMade(channel);
      onMade(channel.channel);
    });

  const end = (channel: CreatedChannel) =>
    attempt(async () => {
      await endChannel(cloud, channel);
      setMade(undefined);
      onEnded();
    });

  return (
    <Card title={t('debug.channel.make')}>
      <p className="note">{t('debug.channel.make.text')}</p>
      {devices.length === 0 && <LinkButton to="/link">{t('page.link')}</LinkButton>}
      {devices.map((device) => (
        <Switch
          key={device.connectionKey}
          label={linkedDeviceName(device)}
          checked={!left.includes(device.connectionKey)}
          onChange={(on) =>
            setLeft(on ? left.filter((key) => key !== device.connectionKey) : [...left, device.connectionKey])
          }
        />
      ))}
      <Failure title={t('debug.channel.failed')} text={failure} />
      <div className="row wrap gap-10">
        <Button disabled={keys.length === 0} onClick={() => void make()}>
          {t('debug.channel.make.submit')}
        </Button>
        {made !== undefined && <Button onClick={() => void end(made)}>{t('debug.channel.end')}</Button>}
      </div>
    </Card>
  );
}

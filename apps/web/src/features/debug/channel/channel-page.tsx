import { isChannelReference } from '@tactus/protocol';
import { useState } from 'react';
import { useCloudFeatures } from '../../../device/session/deployment.ts';
import { useTexts } from '../../../i18n/text.tsx';
import { useSetting, useSettingsStore } from '../../../settings/use-settings.tsx';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { LinkButton } from '../../../ui/link-button.tsx';
import { Dot } from '../../../ui/pill.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import styles from '../debug.module.css';
import { CreateChannelCard } from './create-channel-card.tsx';
import { PublishCard } from './publish-card.tsx';
import { useChannelEvents } from './use-channel-events.ts';

/** Publish and subscribe on a device channel: one reference that drives several devices and receives their events. */
export function ChannelPage() {
  const { t } = useTexts();
  const { channels } = useCloudFeatures();
  if (channels === true) return <Channel />;
  return (
    <Card title={t('debug.channel')}>
      <Alert tone="info" title={t('debug.channel.missing')}>
        {t('debug.channel.missing.text')}
      </Alert>
      <div className="row wrap gap-10">
        <LinkButton to="/link">{t('page.link')}</LinkButton>
      </div>
    </Card>
  );
}

function Channel() {
  const { t, number } = useTexts();
  const settings = useSettingsStore();
  const stored = useSetting((state) => state.channelDebug);
  const [subscribed, setSubscribed] = useState<string>();
  const { lines, open } = useChannelEvents(subscribed);
  const channel = stored.channel.trim();
  const isReference = isChannelReference(channel);
  const oldestMs = lines.at(-1)?.atMs ?? 0;

  function choose(next: string) {
    setSubscribed(undefined);
    settings.update({ channelDebug: { ...settings.state.getState().channelDebug, channel: next } });
  }

  return (
    <div className="column gap-16 shrink">
      <div className={styles['columns']}>
        <CreateChannelCard onMade={choose} onEnded={() => setSubscribed(undefined)} />
        <Card
          title={t('debug.channel')}
          aside={
            <span className="note" role="status">
              <Dot tone={open ? 'ok' : subscribed === undefined ? 'idle' : 'busy'} />{' '}
              {t(
                open
                  ? 'debug.channel.open'
                  : subscribed === undefined
                    ? 'debug.channel.closed'
                    : 'debug.channel.opening',
              )}
            </span>
          }
        >
          <TextField
            label={t('debug.channel.reference')}
            hint={t('debug.channel.reference.hint')}
            error={channel === '' || isReference ? undefined : t('debug.channel.reference.wrong')}
            value={stored.channel}
            autoComplete="off"
            onChange={(event) => choose(event.currentTarget.value)}
          />
          <div className="row wrap gap-10">
            {subscribed === undefined ? (
              <Button variant="primary" disabled={!isReference} onClick={() => setSubscribed(channel)}>
                {t('debug.channel.subscribe')}
              </Button>
            ) : (
              <Button onClick={() => setSubscribed(undefined)}>{t('debug.channel.unsubscribe')}</Button>
            )}
          </div>
        </Card>
        <PublishCard key={channel} channel={isReference ? channel : undefined} />
      </div>
      <Card title={t('debug.channel.heard')}>
        {lines.length === 0 ? (
          <p className={styles['text']}>{t('debug.channel.nothing')}</p>
        ) : (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls has to be scrolled by keys too
          <ol className={styles['list']} tabIndex={0} aria-label={t('debug.channel.heard')}>
            {lines.map(({ id, atMs, name, from, text }) => (
              <li key={id} className={styles['line']}>
                <span className={styles['at']}>{number((atMs - oldestMs) / 1_000, 2)}</span>
                <span>
                  <code>
                    {name} <span className="note">{from}</span>
                  </code>
                  <span className={styles['detail']}>{text}</span>
                </span>
              </li>
            ))}
          </ol>
        )}
      </Card>
    </div>
  );
}

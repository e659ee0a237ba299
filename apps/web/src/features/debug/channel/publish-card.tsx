import type { ClientCallName } from '@tactus/sdk';
import { useEffect, useId, useRef, useState } from 'react';
import { useLinkedDevices } from '../../../device/linked-devices-context.tsx';
import { useTexts } from '../../../i18n/text.tsx';
import { useSetting, useSettingsStore } from '../../../settings/use-settings.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Select } from '../../../ui/select.tsx';
import { useTime } from '../../../ui/time-context.tsx';
import styles from '../debug.module.css';
import { CHANNEL_CALLS, type Published, publish, readBody, stopChannel } from './publish.ts';

/** Says something to every device of a channel. What was set going is stopped when the page is left. */
export function PublishCard({ channel }: { channel: string | undefined }) {
  const { t } = useTexts();
  const id = useId();
  const { cloud } = useLinkedDevices();
  const time = useTime();
  const settings = useSettingsStore();
  const { call: storedCall, body: typed } = useSetting((state) => state.channelDebug);
  const [answer, setAnswer] = useState<Published>();
  const [sending, setSending] = useState(false);
  const leave = useRef<() => void>(undefined);
  const call = CHANNEL_CALLS.find((one) => one === storedCall) ?? 'info.setMode';
  const body = readBody(typed);
  useEffect(() => () => leave.current?.(), []);

  const keep = (change: { call?: ClientCallName; body?: string }) =>
    settings.update({ channelDebug: { ...settings.state.getState().channelDebug, ...change } });

  async function send(to: string, what: 'call' | 'stop') {
    const address = { cloud, time, channel: to };
    setSending(true);
    leave.current =
      what === 'stop'
        ? undefined
        : () => {
            if (settings.state.getState().stopOnLeave) void stopChannel(address);
          };
    setAnswer(await (what === 'stop' ? stopChannel(address) : publish(address, call, body ?? {})));
    setSending(false);
  }

  return (
    <Card title={t('debug.channel.publish')}>
      <Select
        label={t('debug.channel.call')}
        options={CHANNEL_CALLS.map((value) => ({ value, label: value }))}
        value={call}
        onChange={(next) => keep({ call: next })}
      />
      <label className={styles['label']} htmlFor={`${id}-body`}>
        {t('debug.channel.body')}
      </label>
      <textarea
        id={`${id}-body`}
        className={styles['editor']}
        rows={3}
        spellCheck={false}
        value={typed}
        aria-invalid={body === undefined}
        aria-describedby={`${id}-note`}
        onChange={(event) => keep({ body: event.currentTarget.value })}
      />
      <p id={`${id}-note`} className={styles['note']} aria-live="polite">
        {t(body === undefined ? 'debug.channel.body.wrong' : 'debug.channel.body.hint')}
      </p>
      <div className={styles['actions']}>
        <Button
          variant="primary"
          disabled={channel === undefined || body === undefined}
          busy={sending}
          onClick={() => channel !== undefined && void send(channel, 'call')}
        >
          {t('debug.channel.send')}
        </Button>
        <Button disabled={channel === undefined} onClick={() => channel !== undefined && void send(channel, 'stop')}>
          {t('debug.channel.stop')}
        </Button>
      </div>
      <output
        className={answer?.failed === true ? styles['bad'] : styles['text']}
        aria-label={t('debug.channel.answer')}
      >
        {answer === undefined ? t('debug.channel.noAnswer') : answer.text}
      </output>
    </Card>
  );
}

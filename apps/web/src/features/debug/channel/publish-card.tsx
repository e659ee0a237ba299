import type { ClientCallName } from '@tactus/sdk';
import { useId, useState } from 'react';
import { useTexts } from '../../../i18n/text.tsx';
import { useSetting, useSettingsStore } from '../../../settings/use-settings.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Select } from '../../../ui/select.tsx';
import styles from '../debug.module.css';
import { type AnsweredChannelCall, CHANNEL_CALL_NAMES, parseCallBody } from './publish.ts';
import { useChannelPublisher } from './use-channel-publisher.ts';

/** Sends calls to every device of one channel, for as long as it is shown. */
export function PublishCard({ channel }: { channel: string | undefined }) {
  const { t } = useTexts();
  const id = useId();
  const settings = useSettingsStore();
  const { call: storedCall, body: typed } = useSetting((state) => state.channelDebug);
  const [answer, setAnswer] = useState<AnsweredChannelCall>();
  const [sending, setSending] = useState(false);
  const drive = useChannelPublisher(channel, setAnswer);
  const call = CHANNEL_CALL_NAMES.find((one) => one === storedCall) ?? 'info.setMode';
  const body = parseCallBody(typed);

  const saveDraft = (change: { call?: ClientCallName; body?: string }) =>
    settings.update({ channelDebug: { ...settings.state.getState().channelDebug, ...change } });

  async function send() {
    setSending(true);
    await drive?.send(call, body ?? {});
    setSending(false);
  }

  return (
    <Card title={t('debug.channel.publish')}>
      <Select
        label={t('debug.channel.call')}
        options={CHANNEL_CALL_NAMES.map((value) => ({ value, label: value }))}
        value={call}
        onChange={(next) => saveDraft({ call: next })}
      />
      <label className="note" htmlFor={`${id}-body`}>
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
        onChange={(event) => saveDraft({ body: event.currentTarget.value })}
      />
      <p id={`${id}-note`} className="note" aria-live="polite">
        {t(body === undefined ? 'debug.channel.body.wrong' : 'debug.channel.body.hint')}
      </p>
      <div className="row wrap gap-10">
        <Button
          variant="primary"
          disabled={drive === undefined || body === undefined}
          busy={sending}
          onClick={() => void send()}
        >
          {t('debug.channel.send')}
        </Button>
        <Button disabled={drive === undefined} onClick={() => void drive?.stop()}>
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

import { parseJsonObject } from '@tactus/protocol';
import { useId, useState } from 'react';
import { useDevice } from '../../device/session/device-context.tsx';
import { useTexts } from '../../i18n/text.tsx';
import { Button } from '../../ui/button.tsx';
import { IconSend } from '../../ui/icons.ts';
import { Select } from '../../ui/select.tsx';
import { useClock } from '../../ui/time-context.tsx';
import { exampleBodyOf, RAW_CALL_NAMES, type RawCallName, type RawCallResult, sendRawCall } from './raw-call.ts';
import styles from './raw-calls.module.css';

const CALL_OPTIONS = RAW_CALL_NAMES.map((value) => ({ value, label: `PUT /hdsp/${value}` }));

/** The six calls as they go over the wire: body, answer and round trip. */
export function RawCallForm({ disabled }: { disabled: boolean }) {
  const { t, number } = useTexts();
  const device = useDevice();
  const time = useClock();
  const id = useId();
  const [call, setCall] = useState<RawCallName>('xpt');
  const [text, setText] = useState(() => exampleBodyOf('xpt'));
  const [sending, setSending] = useState(false);
  const [answer, setAnswer] = useState<RawCallResult>();
  const body = parseJsonObject(text);

  async function send() {
    if (body === undefined) return;
    setSending(true);
    setAnswer(await sendRawCall(device, time, call, body));
    setSending(false);
  }

  return (
    <details className={styles['expert']}>
      <summary className={styles['summary']}>{t('hdsp.raw')}</summary>
      <div className={styles['content']}>
        <Select
          label={t('hdsp.raw.call')}
          options={CALL_OPTIONS}
          value={call}
          onChange={(next) => {
            setCall(next);
            setText(exampleBodyOf(next));
          }}
        />
        <label className="note" htmlFor={`${id}-body`}>
          {t('hdsp.raw.body')}
        </label>
        <textarea
          id={`${id}-body`}
          className={styles['code']}
          rows={7}
          spellCheck={false}
          value={text}
          aria-invalid={body === undefined}
          aria-describedby={`${id}-note`}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <p id={`${id}-note`} className="note" aria-live="polite">
          {body === undefined ? t('hdsp.raw.invalid') : t('hdsp.raw.hint')}
        </p>
        <Button
          disabled={disabled || body === undefined}
          busy={sending}
          icon={<IconSend size={18} aria-hidden="true" />}
          onClick={() => void send()}
        >
          {t('hdsp.raw.send')}
        </Button>
        <output
          className={styles['answer']}
          aria-label={t('hdsp.raw.answer')}
          data-failed={answer?.failed || undefined}
        >
          {answer === undefined ? (
            t('hdsp.raw.noAnswer')
          ) : (
            <>
              <span className={styles['trip']}>{t('hdsp.raw.roundTrip', { value: number(answer.roundTripMs) })}</span>
              <code>{answer.text}</code>
            </>
          )}
        </output>
      </div>
    </details>
  );
}

import { type FormEvent, useState } from 'react';
import { useConnectionStatus, useDevice, useDeviceState } from '../../device/session/device-context.tsx';
import { useThrottledDraft } from '../../device/session/use-throttled-draft.ts';
import { useTexts } from '../../i18n/text.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { TextField } from '../../ui/text-field.tsx';
import styles from './offset-card.module.css';

/** The person's time offset of the device: nudged while watching and listening, or typed; stored in the device itself. */
export function DeviceOffsetCard() {
  const { t, number } = useTexts();
  const device = useDevice();
  const ready = useConnectionStatus() === 'ready';
  const stored = useDeviceState(({ clockSync }) => clockSync.deviceUserTimeOffset);
  const { shown, change, release } = useThrottledDraft({
    reported: stored ?? 0,
    send: (ms) => device.hstp.setOffset(ms),
  });
  const [typed, setTyped] = useState('');
  const wanted = parseOffset(typed);
  const store = (ms: number) => {
    change(ms);
    release(ms);
  };
  const signed = (ms: number) => (ms > 0 ? `+${number(ms)}` : number(ms));
  const nudge = (byMs: number) => (
    <Button
      key={byMs}
      disabled={!ready || nudgedOffset(shown, byMs) === shown}
      aria-label={t(byMs < 0 ? 'sync.offset.later' : 'sync.offset.earlier', { ms: number(Math.abs(byMs)) })}
      onClick={() => store(nudgedOffset(shown, byMs))}
    >
      {signed(byMs)}
    </Button>
  );
  const typing = {
    onSubmit(event: FormEvent) {
      event.preventDefault();
      if (wanted === undefined) return;
      store(wanted);
      setTyped('');
    },
  };
  return (
    <Card title={t('sync.offset')}>
      <output className={styles['value']} aria-label={t('sync.offset')}>
        {t('unit.ms', { value: signed(shown) })}
      </output>
      <p className="note">
        {stored === undefined ? t('sync.offset.unknown') : t('sync.offset.stored', { ms: signed(stored) })}
      </p>
      <fieldset className="grid gap-8" aria-label={t('sync.offset.nudge')}>
        <div className={styles['row']}>{OFFSET_STEPS_MS.map((ms) => nudge(-ms))}</div>
        <div className={styles['row']}>{OFFSET_STEPS_MS.toReversed().map((ms) => nudge(ms))}</div>
      </fieldset>
      <p className="note">{t('sync.offset.how')}</p>
      <form className={styles['form']} {...typing}>
        <TextField
          label={t('sync.offset.type')}
          inputMode="numeric"
          autoComplete="off"
          placeholder={number(shown)}
          value={typed}
          disabled={!ready}
          error={
            typed !== '' && typed !== '-' && wanted === undefined
              ? t('sync.offset.range', { most: number(MAX_OFFSET_MS) })
              : undefined
          }
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button type="submit" disabled={!ready || wanted === undefined}>
          {t('sync.offset.store')}
        </Button>
      </form>
    </Card>
  );
}

/** The largest offset that can be set, ms. */
const MAX_OFFSET_MS = 5_000;

/** The sizes of a nudge, ms, from large to small. */
const OFFSET_STEPS_MS = [100, 50, 10, 1] as const;

/** The offset after a nudge, within the allowed range. @internal */
export const nudgedOffset = (offsetMs: number, byMs: number): number =>
  Math.min(MAX_OFFSET_MS, Math.max(-MAX_OFFSET_MS, offsetMs + byMs));

/** Reads a typed offset: whole ms within the allowed range; `undefined` for anything else. Accepts any minus sign. @internal */
export function parseOffset(text: string): number | undefined {
  const plain = text.trim().replace(/^[−–]/, '-');
  if (!/^[+-]?\d{1,4}$/.test(plain)) return undefined;
  const offsetMs = Number(plain);
  return Math.abs(offsetMs) <= MAX_OFFSET_MS ? offsetMs + 0 : undefined;
}

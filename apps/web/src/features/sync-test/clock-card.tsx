import type { DeviceTimeUncertainty } from '@tactus/sdk';
import { useEffect, useState } from 'react';
import { useConnectionStatus, useDevice, useDeviceState } from '../../device/session/device-context.tsx';
import { useShowError } from '../../device/session/use-show-error.ts';
import { useTexts } from '../../i18n/text.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Fact, FactList } from '../../ui/facts.tsx';
import { useClock } from '../../ui/time-context.tsx';

const POLL_EVERY_MS = 1_000;

/** The clocks between this browser and the device, their uncertainty, and the button that measures them again. */
export function ClockSyncCard() {
  const { t, number } = useTexts();
  const device = useDevice();
  const time = useClock();
  const report = useShowError();
  const ready = useConnectionStatus() === 'ready';
  const sync = useDeviceState(({ clockSync }) => clockSync);
  const error = useClockError();
  const [measuring, setMeasuring] = useState(false);
  const ms = (value: number | undefined) => (value === undefined ? '–' : t('unit.ms', { value: number(value) }));
  const within = (value: number | undefined) =>
    value === undefined ? '–' : t('sync.clock.within', { ms: number(Math.max(0.1, value), 1) });

  async function measure(): Promise<void> {
    setMeasuring(true);
    try {
      await device.clock.sync();
      await device.hstp.clocksync();
    } catch (thrown) {
      report(thrown);
    } finally {
      setMeasuring(false);
    }
  }

  const measuredMs = sync.synced ? time.now() - sync.lastClockSync : undefined;
  const hasDevice = sync.deviceTime !== 0;
  return (
    <Card title={t('sync.clock')}>
      <FactList>
        <Fact name={t('sync.clock.quality')}>{within(error?.jitterMs)}</Fact>
        <Fact name={t('sync.clock.worst')}>{within(error && error.jitterMs + error.asymmetryMs + error.deviceMs)}</Fact>
        <Fact name={t('sync.clock.client')}>{ms(sync.synced ? sync.rtd : undefined)}</Fact>
        <Fact name={t('sync.clock.server')}>{ms(sync.synced ? sync.clockOffset : undefined)}</Fact>
        <Fact name={t('sync.clock.device')}>{ms(hasDevice ? sync.deviceRtd : undefined)}</Fact>
      </FactList>
      <p className="note" role="status">
        {measuring ? t('sync.clock.measuring') : agoText(measuredMs)}
      </p>
      <Button disabled={!ready} busy={measuring} onClick={() => void measure()}>
        {t('sync.clock.again')}
      </Button>
    </Card>
  );

  function agoText(agoMs: number | undefined): string {
    if (agoMs === undefined) return t('sync.clock.never');
    const minutes = Math.max(0, Math.floor(agoMs / 60_000));
    return minutes === 0 ? t('sync.clock.now') : t('sync.clock.ago', { minutes });
  }
}

/** The uncertainty of the clocks, read every second: it grows without measurements. */
function useClockError(): DeviceTimeUncertainty | undefined {
  const device = useDevice();
  const time = useClock();
  const [error, setError] = useState(() => device.clock.error());
  useEffect(() => time.every(POLL_EVERY_MS, () => setError(device.clock.error())), [device, time]);
  return error;
}

import { useTexts } from '../../i18n/text.tsx';
import { Pill } from '../../ui/pill.tsx';
import { useInMotion } from '../linked/linked-devices-context.tsx';
import { STATUS_LOOK, useDeviceStatus } from '../session/device-status.ts';
import { useRoundTrip } from '../session/use-round-trip.ts';

/** The state of the device in the word of the dock, and how far away the device is while it is reached. */
export function ConnectionPill() {
  const { t, number } = useTexts();
  const roundTrip = useRoundTrip();
  const look = STATUS_LOOK[useDeviceStatus(useInMotion())];
  return (
    <Pill dot={look.tone}>
      {t(look.text)}
      {look.tone === 'ok' && roundTrip > 0 && ` · ${t('unit.ms', { value: number(roundTrip) })}`}
    </Pill>
  );
}

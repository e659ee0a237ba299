import { useTexts } from '../../i18n/text.tsx';
import { Pill } from '../../ui/pill.tsx';
import { useAreLinkedDevicesMoving } from '../linked/linked-devices-context.tsx';
import { DEVICE_STATUS_STYLE, useDeviceStatus } from '../session/device-status.ts';
import { useRoundTripMs } from '../session/use-round-trip.ts';
import { DeviceSheetButton } from './device-sheet-button.tsx';

/** The connection state of the device, and its round trip time while it is reached: opens the sheet of the device. */
export function ConnectionPill() {
  const { t, number } = useTexts();
  const roundTrip = useRoundTripMs();
  const style = DEVICE_STATUS_STYLE[useDeviceStatus(useAreLinkedDevicesMoving())];
  return (
    <DeviceSheetButton>
      <Pill dot={style.tone}>
        {t(style.text)}
        {style.tone === 'ok' && roundTrip > 0 && ` · ${t('unit.ms', { value: number(roundTrip) })}`}
      </Pill>
    </DeviceSheetButton>
  );
}

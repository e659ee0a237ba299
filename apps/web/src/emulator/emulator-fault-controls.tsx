import { useStore } from 'zustand';
import { useTexts } from '../i18n/text.tsx';
import { Button } from '../ui/button.tsx';
import { Switch } from '../ui/switch.tsx';
import type { Emulator } from './emulator.ts';

/** Above the temperature at which a motor reports heat, and below that at which it recovers, degrees Celsius. */
const TOO_HOT_C = 82;
const COOL_C = 28;

/** The charge of a drained battery, a share 0..1. */
const LOW_BATTERY_01 = 0.05;

/** The progress at which the next update fails, a share 0..1. */
const UPDATE_FAILS_AT = 0.5;

/** Bytes, as a firmware reports them. */
const MEMORY = { available_heap: 9_200, larges_free_block: 4_096 } as const;
const DISCARDED = { ...MEMORY, discarded_msg_size: 16_384 } as const;

/** A fault of the firmware itself, as it would report it. */
const FIRMWARE_ERROR = { code: 1, message: 'Fault caused in the emulator' } as const;

/** Switches and buttons that cause each fault of the virtual device. */
export function EmulatorFaultControls({ emulator }: { emulator: Emulator }) {
  const { t } = useTexts();
  const { model, report } = useStore(emulator.state);
  return (
    <section className="column gap-12 shrink" aria-label={t('emulator.faults')}>
      <h3 className="text-md semibold">{t('emulator.faults')}</h3>
      <EmulatorSwitches emulator={emulator} />
      {report?.battery01 !== undefined && (
        <Switch
          label={t('emulator.charger')}
          checked={report.charging === true}
          onChange={(on) => emulator.act('setCharger', on)}
        />
      )}
      <div className="grid halves gap-8">
        {model !== 'oh' && (
          <>
            <Button onClick={() => emulator.act('setMotorTemperature', TOO_HOT_C)}>{t('emulator.heat')}</Button>
            <Button onClick={() => emulator.act('setMotorTemperature', COOL_C)}>{t('emulator.cool')}</Button>
          </>
        )}
        {hasBattery(model) && (
          <>
            <Button onClick={() => emulator.act('setBatteryLevel', LOW_BATTERY_01)}>{t('emulator.drain')}</Button>
            <Button onClick={() => emulator.act('setBatteryLevel', 0)}>{t('emulator.empty')}</Button>
          </>
        )}
        <Button onClick={() => emulator.act('reportLowMemory', MEMORY)}>{t('emulator.lowMemory')}</Button>
        <Button onClick={() => emulator.act('reportLowMemory', DISCARDED)}>{t('emulator.noMemory')}</Button>
        <Button onClick={() => emulator.act('reportError', FIRMWARE_ERROR)}>{t('emulator.error')}</Button>
        <Button onClick={() => emulator.act('restartSession')}>{t('emulator.restart')}</Button>
        <Button onClick={() => emulator.act('failUpdateAt', UPDATE_FAILS_AT)}>{t('emulator.failUpdate')}</Button>
      </div>
    </section>
  );
}

/** Switches for the network of the virtual device and for a hand that holds its slider. */
export function EmulatorSwitches({ emulator }: { emulator: Emulator }) {
  const { t } = useTexts();
  const { networkUp, sliderBlocked, model } = useStore(emulator.state);
  return (
    <>
      <Switch
        label={t('emulator.network')}
        hint={t('emulator.network.hint')}
        checked={networkUp}
        onChange={emulator.setNetwork}
      />
      {model !== 'oh' && (
        <Switch
          label={t('emulator.blocked')}
          hint={t('emulator.blocked.hint')}
          checked={sliderBlocked}
          onChange={emulator.setSliderBlocked}
        />
      )}
    </>
  );
}

/** Which models run on a battery; they report it only when it changes. */
const hasBattery = (model: string): boolean => model === 'handy-2-pro' || model === 'oh';

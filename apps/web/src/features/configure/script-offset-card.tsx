import { useDevice, useDeviceState } from '../../device/session/device-context.tsx';
import { useThrottledDraft } from '../../device/session/use-throttled-draft.ts';
import { useTexts } from '../../i18n/text.tsx';
import { Card } from '../../ui/card.tsx';
import { Stepper } from '../../ui/stepper.tsx';

const STEP_MS = 10;
const MOST_MS = 5_000;

/** The person's time offset for scripts, which the device stores. With a positive one the device is ahead. */
export function ScriptOffsetCard({ disabled }: { disabled: boolean }) {
  const { t, number } = useTexts();
  const device = useDevice();
  const reported = useDeviceState((state) => state.clockSync.deviceUserTimeOffset ?? 0);
  const offset = useThrottledDraft({ reported, send: (ms: number) => device.hstp.setOffset(ms) });
  return (
    <Card title={t('configure.offset')}>
      <Stepper
        label={t('configure.offset')}
        decreaseLabel={t('configure.offset.later')}
        increaseLabel={t('configure.offset.earlier')}
        value={offset.shown}
        min={-MOST_MS}
        max={MOST_MS}
        step={STEP_MS}
        valueText={t('unit.ms', { value: number(offset.shown) })}
        disabled={disabled}
        onChange={(ms) => {
          offset.change(ms);
          offset.release(ms);
        }}
      />
      <p className="note">{t('configure.offset.hint')}</p>
    </Card>
  );
}

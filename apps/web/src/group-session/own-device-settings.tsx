import { useStore } from 'zustand';
import { useMissingCapabilities } from '../device/session/capability.ts';
import { StrokeRange } from '../device-view/controls/stroke-fader.tsx';
import { useStrokeWindow } from '../device-view/controls/use-stroke-window.ts';
import { useTexts } from '../i18n/text.tsx';
import { useSetting, useSettingsStore } from '../settings/use-settings.tsx';
import { Select } from '../ui/select.tsx';
import { Stepper } from '../ui/stepper.tsx';
import { ValuedField } from '../ui/valued-field.tsx';
import type { OwnParticipation } from './own-participation.ts';

const OFFSET_MAX_MS = 1_000;
const OFFSET_STEP_MS = 10;
const SPEEDS_MM_S = [50, 100, 150, 200, 250, 300, 350, 400];

/** The settings of the person's own device in a room: the stroke window, the speed limit, and the offset. */
export function OwnDeviceSettings({ part, disabled }: { part: OwnParticipation; disabled: boolean }) {
  const { slider: lacksSlider } = useMissingCapabilities();
  return (
    <div className="grid gap-16">
      {!lacksSlider && <Stroke disabled={disabled} />}
      {!lacksSlider && <Fastest />}
      <Offset part={part} />
    </div>
  );
}

function Stroke({ disabled }: { disabled: boolean }) {
  const { t, number } = useTexts();
  const stroke = useStrokeWindow();
  return (
    <ValuedField
      name={t('control.stroke')}
      value={t('unit.percentRange', { min: number(stroke.shown.min), max: number(stroke.shown.max) })}
    >
      <StrokeRange label={t('control.stroke')} stroke={stroke} disabled={disabled} />
    </ValuedField>
  );
}

function Fastest() {
  const { t, number } = useTexts();
  const settings = useSettingsStore();
  const fastest = useSetting(({ limits }) => limits.maxSpeedMmS);
  const values = [...new Set([0, ...SPEEDS_MM_S, fastest])].sort((one, other) => one - other);
  return (
    <Select
      label={t('group.speed')}
      options={values.map((value) => ({
        value: String(value),
        label: value === 0 ? t('group.speed.none') : t('unit.mmPerSecond', { value: number(value) }),
      }))}
      value={String(fastest)}
      onChange={(next) =>
        settings.update({ limits: { ...settings.state.getState().limits, maxSpeedMmS: Number(next) } })
      }
    />
  );
}

function Offset({ part }: { part: OwnParticipation }) {
  const { t, number } = useTexts();
  const offsetMs = useStore(part.store, (facts) => facts.offsetMs);
  return (
    <ValuedField name={t('group.offset')}>
      <Stepper
        label={t('group.offset')}
        decreaseLabel={t('group.offset.later')}
        increaseLabel={t('group.offset.earlier')}
        value={offsetMs}
        min={-OFFSET_MAX_MS}
        max={OFFSET_MAX_MS}
        step={OFFSET_STEP_MS}
        valueText={t('unit.ms', { value: number(offsetMs) })}
        onChange={part.setOffset}
      />
    </ValuedField>
  );
}

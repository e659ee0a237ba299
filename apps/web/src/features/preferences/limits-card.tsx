import type { MessageKey } from '../../i18n/catalogs.ts';
import { useTexts } from '../../i18n/text.tsx';
import type { Settings } from '../../settings/schema.ts';
import { useSetting, useSettingsStore } from '../../settings/use-settings.tsx';
import { Card } from '../../ui/card.tsx';
import { Select } from '../../ui/select.tsx';
import { SettingSwitch } from './setting-switch.tsx';

interface Limit {
  readonly name: keyof Settings['limits'];
  readonly label: MessageKey;
  readonly hint: MessageKey;
  /** The text of a value that is a limit. */
  readonly value: MessageKey;
  /** The text of 0. */
  readonly none: MessageKey;
  readonly choices: readonly number[];
}

const LIMITS: readonly Limit[] = [
  {
    name: 'maxSpeedMmS',
    label: 'settings.limits.speed',
    hint: 'settings.limits.speed.hint',
    value: 'unit.mmPerSecond',
    none: 'settings.limits.none',
    choices: [50, 100, 150, 200, 250, 300, 350, 400],
  },
  {
    name: 'rampSeconds',
    label: 'settings.limits.ramp',
    hint: 'settings.limits.ramp.hint',
    value: 'settings.limits.seconds',
    none: 'settings.limits.off',
    choices: [1, 2, 3, 5, 10],
  },
  {
    name: 'sessionMinutes',
    label: 'settings.limits.session',
    hint: 'settings.limits.session.hint',
    value: 'settings.limits.minutes',
    none: 'settings.limits.off',
    choices: [5, 10, 15, 20, 30, 45, 60, 90, 120],
  },
];

/** The limits of the motion of the device, which apply on every page. */
export function LimitsCard() {
  const { t } = useTexts();
  return (
    <Card title={t('settings.limits')}>
      {LIMITS.map((limit) => (
        <LimitSelect key={limit.name} limit={limit} />
      ))}
      <SettingSwitch name="stopOnLeave" label="settings.stopOnLeave" hint="settings.stopOnLeave.hint" />
    </Card>
  );
}

/** A value outside the choices, from a backup for example, is offered as one more choice. */
function LimitSelect({ limit: { name, label, hint, value, none, choices } }: { limit: Limit }) {
  const { t, number } = useTexts();
  const settings = useSettingsStore();
  const limits = useSetting((state) => state.limits);
  const values = [...new Set([0, ...choices, limits[name]])].sort((a, b) => a - b);
  return (
    <div className="column gap-8">
      <Select
        label={t(label)}
        options={values.map((one) => ({
          value: String(one),
          label: one === 0 ? t(none) : t(value, { value: number(one, one % 1 === 0 ? 0 : 2) }),
        }))}
        value={String(limits[name])}
        onChange={(next) => settings.update({ limits: { ...settings.state.getState().limits, [name]: Number(next) } })}
      />
      <p className="note">{t(hint)}</p>
    </div>
  );
}

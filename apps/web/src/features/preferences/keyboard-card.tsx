import { type KeyboardEvent, useState } from 'react';
import type { MessageKey } from '../../i18n/catalogs.ts';
import { useTexts } from '../../i18n/text.tsx';
import {
  type FixedKeyUse,
  KEYED_ACTIONS,
  type KeyedAction,
  keyConflictOf,
  keyOfEachAction,
  withBoundKey,
} from '../../settings/key-bindings.ts';
import { defaultSettings } from '../../settings/schema.ts';
import { useSetting, useSettingsStore } from '../../settings/use-settings.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Stepper } from '../../ui/stepper.tsx';
import { Switch } from '../../ui/switch.tsx';
import { BINDABLE_ACTION_NAMES } from './bindable-action-names.ts';
import styles from './settings-page.module.css';

const USE_NAMES: Readonly<Record<KeyedAction | FixedKeyUse, MessageKey>> = {
  ...BINDABLE_ACTION_NAMES,
  ...{ hide: 'app.hide', help: 'action.help', player: 'page.local' },
};

/** Keys that cannot be shortcuts: they move the focus, or modify others. */
const NO_SHORTCUT = /^\s$/;

/** The action of each key, and the size of a step. */
export function KeyboardCard() {
  const { t, number } = useTexts();
  const settings = useSettingsStore();
  const binding = useSetting((state) => state.keyBinding);
  const update = (change: Partial<typeof binding>) =>
    settings.update({ keyBinding: { ...settings.state.getState().keyBinding, ...change } });
  return (
    <Card title={t('settings.keyboard')}>
      <Switch
        label={t('settings.keyboard.enabled')}
        hint={t('settings.keyboard.hint')}
        checked={binding.enabled}
        onChange={(enabled) => update({ enabled })}
      />
      {KEYED_ACTIONS.map((action) => (
        <KeyRow key={action} action={action} />
      ))}
      <Step
        name={t('settings.keyboard.strokeStep')}
        value={binding.stroke.incrementValue}
        max={50}
        valueText={t('unit.percent', { value: number(binding.stroke.incrementValue) })}
        onChange={(incrementValue) => update({ stroke: { ...binding.stroke, incrementValue } })}
      />
      <Step
        name={t('settings.keyboard.offsetStep')}
        value={binding.timeOffset.incrementValue}
        max={500}
        valueText={t('unit.ms', { value: number(binding.timeOffset.incrementValue) })}
        onChange={(incrementValue) => update({ timeOffset: { ...binding.timeOffset, incrementValue } })}
      />
      <div className="row wrap gap-12">
        <Button onClick={() => settings.update({ keyBinding: defaultSettings().keyBinding })}>
          {t('settings.keyboard.reset')}
        </Button>
      </div>
    </Card>
  );
}

/** A key binding, changed by pressing another key. A key that is bound already is refused with a message. */
function KeyRow({ action }: { action: KeyedAction }) {
  const { t } = useTexts();
  const settings = useSettingsStore();
  const binding = useSetting((state) => state.keyBinding);
  const [waits, setWaits] = useState(false);
  const [refused, setRefused] = useState<string>();
  const key = keyOfEachAction(binding)[action];
  const name = t(BINDABLE_ACTION_NAMES[action]);
  const clash = refused === undefined ? keyConflictOf(binding, action, key) : keyConflictOf(binding, action, refused);

  function onKeyDown(event: KeyboardEvent) {
    if (!waits || event.key === 'Tab') return;
    event.preventDefault();
    if (event.key === 'Escape') setWaits(false);
    if ([...event.key].length !== 1 || NO_SHORTCUT.test(event.key) || event.ctrlKey || event.metaKey || event.altKey)
      return;
    setWaits(false);
    const pressed = event.key.toLowerCase();
    const taken = keyConflictOf(binding, action, pressed) !== undefined;
    setRefused(taken ? pressed : undefined);
    if (!taken) settings.update({ keyBinding: withBoundKey(settings.state.getState().keyBinding, action, pressed) });
  }

  return (
    <div>
      <div className={styles['row']}>
        <span>{name}</span>
        <button
          type="button"
          className={styles['keyButton']}
          data-waits={waits || undefined}
          aria-label={waits ? t('settings.keyboard.press', { action: name }) : `${name}: ${key.toUpperCase()}`}
          onClick={() => {
            setWaits(true);
            setRefused(undefined);
          }}
          onBlur={() => setWaits(false)}
          onKeyDown={onKeyDown}
        >
          {waits ? t('settings.keyboard.waits') : key.toUpperCase()}
        </button>
      </div>
      <p className={styles['clash']} role="status">
        {clash !== undefined &&
          t('settings.keyboard.conflict', {
            key: (refused ?? key).toUpperCase(),
            action: t(USE_NAMES[clash]),
          })}
      </p>
    </div>
  );
}

interface StepProps {
  name: string;
  value: number;
  max: number;
  valueText: string;
  onChange: (value: number) => void;
}

function Step({ name, ...stepper }: StepProps) {
  const { t } = useTexts();
  return (
    <div className={styles['row']}>
      <span>{name}</span>
      <Stepper
        label={name}
        decreaseLabel={t('settings.less', { what: name })}
        increaseLabel={t('settings.more', { what: name })}
        min={1}
        step={1}
        {...stepper}
      />
    </div>
  );
}

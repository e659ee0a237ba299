import { useEffect, useState } from 'react';
import { gamepadButtonName, watchGamepadButtons } from '../../device/browser/gamepad.ts';
import type { MessageKey } from '../../i18n/catalogs.ts';
import { useTexts } from '../../i18n/text.tsx';
import { GAMEPAD_STOP_BUTTON } from '../../settings/gamepad-buttons.ts';
import { GAMEPAD_ACTIONS, type GamepadAction } from '../../settings/key-bindings.ts';
import { defaultSettings } from '../../settings/schema.ts';
import { useSetting, useSettingsStore } from '../../settings/use-settings.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Switch } from '../../ui/switch.tsx';
import { useClock } from '../../ui/time-context.tsx';
import { BINDABLE_ACTION_NAMES } from './bindable-action-names.ts';
import styles from './settings-page.module.css';

/** The action of each gamepad button. */
export function GamepadCard() {
  const { t } = useTexts();
  const settings = useSettingsStore();
  const { enabled, buttons } = useSetting((state) => state.gamepad);
  const [waiting, setWaiting] = useState<GamepadAction>();
  const [conflict, setConflict] = useState<{ button: number; by: MessageKey }>();
  const nameOf = (button: number) => (button < 0 ? t('settings.gamepad.none') : gamepadButtonName(button));

  useNextButton(waiting !== undefined, (button) => {
    if (waiting === undefined) return;
    setWaiting(undefined);
    const other = GAMEPAD_ACTIONS.find((action) => action !== waiting && buttons[action] === button);
    if (button === GAMEPAD_STOP_BUTTON) setConflict({ button, by: BINDABLE_ACTION_NAMES.stop });
    else if (other !== undefined) setConflict({ button, by: BINDABLE_ACTION_NAMES[other] });
    else {
      setConflict(undefined);
      settings.update({ gamepad: { enabled, buttons: { ...buttons, [waiting]: button } } });
    }
  });

  return (
    <Card title={t('settings.gamepad')}>
      <Switch
        label={t('settings.gamepad.enabled')}
        hint={t('settings.gamepad.hint')}
        checked={enabled}
        onChange={(next) => settings.update({ gamepad: { enabled: next, buttons } })}
      />
      <div className={styles['row']}>
        <span>{t('action.stop')}</span>
        <kbd className={styles['fixed']}>{nameOf(GAMEPAD_STOP_BUTTON)}</kbd>
      </div>
      {GAMEPAD_ACTIONS.map((action) => (
        <div key={action} className={styles['row']}>
          <span>{t(BINDABLE_ACTION_NAMES[action])}</span>
          <button
            type="button"
            className={styles['keyButton']}
            data-waits={waiting === action || undefined}
            aria-label={
              waiting === action
                ? t('settings.gamepad.press', { action: t(BINDABLE_ACTION_NAMES[action]) })
                : `${t(BINDABLE_ACTION_NAMES[action])}: ${nameOf(buttons[action])}`
            }
            onClick={() => {
              setConflict(undefined);
              setWaiting(waiting === action ? undefined : action);
            }}
          >
            {waiting === action ? t('settings.gamepad.waits') : nameOf(buttons[action])}
          </button>
        </div>
      ))}
      <p className={styles['clash']} role="status">
        {conflict !== undefined &&
          t('settings.keyboard.conflict', { key: nameOf(conflict.button), action: t(conflict.by) })}
      </p>
      <div className="row wrap gap-12">
        <Button onClick={() => settings.update({ gamepad: defaultSettings().gamepad })}>
          {t('settings.gamepad.reset')}
        </Button>
      </div>
    </Card>
  );
}

/** Reports the buttons that go down while it is active. */
function useNextButton(active: boolean, onPress: (button: number) => void): void {
  const time = useClock();
  useEffect(() => {
    if (!active) return undefined;
    const getGamepads = navigator.getGamepads?.bind(navigator);
    return watchGamepadButtons({ getGamepads, events: window, time }, onPress);
  }, [active, time, onPress]);
}

import { gamepadButtonName } from '../../device/browser/gamepad.ts';
import { DialogWithStop } from '../../device/dock/dialog-with-stop.tsx';
import { useTexts } from '../../i18n/text.tsx';
import type { Settings } from '../../settings/schema.ts';
import { useSetting } from '../../settings/use-settings.tsx';
import styles from './help-sheet.module.css';
import { ACTIONS, type Action } from './registry.ts';

/** Every action with its keys and its button of a gamepad, as they are bound now. */
export function HelpSheet({ onClose }: { onClose: () => void }) {
  const { t } = useTexts();
  const settings = useSetting((all) => all);
  return (
    <DialogWithStop label={t('action.help')} head={<h2>{t('action.help')}</h2>} onClose={onClose}>
      <ActionList shownOf={({ keys }) => keys?.(settings) ?? []} />
      <p className={styles['note']}>{t(settings.keyBinding.enabled ? 'action.help.rules' : 'action.help.off')}</p>
      <h3 className={styles['part']}>{t('action.help.gamepad')}</h3>
      <ActionList shownOf={(action) => buttonsOf(action, settings)} />
      <p className={styles['note']}>
        {t(settings.gamepad.enabled ? 'action.help.gamepad.rules' : 'action.help.gamepad.off')}
      </p>
    </DialogWithStop>
  );
}

/** The actions that have a key or a button. */
function ActionList({ shownOf }: { shownOf: (action: Action) => readonly string[] }) {
  const { t } = useTexts();
  const rows = ACTIONS.map((action) => ({ ...action, shown: shownOf(action) })).filter(({ shown }) => shown.length > 0);
  return (
    <dl className={styles['list']}>
      {rows.map(({ id, name, icon: Icon, shown }) => (
        <div key={id} className={styles['row']}>
          <dt>
            <Icon size={20} stroke={1.75} aria-hidden="true" />
            {t(name)}
          </dt>
          <dd>
            {shown.map((key) => (
              <kbd key={key} className={styles['key']}>
                {key}
              </kbd>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The Stop button works even where the gamepad is switched off. */
function buttonsOf({ id, gamepad }: Action, settings: Settings): readonly string[] {
  const button = gamepad?.(settings) ?? -1;
  return button >= 0 && (settings.gamepad.enabled || id === 'stop') ? [gamepadButtonName(button)] : [];
}

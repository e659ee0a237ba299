import { Sheet } from '../../device/sheet.tsx';
import { useTexts } from '../../i18n/text.tsx';
import { useSetting } from '../../settings/use-settings.tsx';
import styles from './help-sheet.module.css';
import { ACTIONS } from './registry.ts';

/** Every action with its keys, as they are bound now. */
export function HelpSheet({ onClose }: { onClose: () => void }) {
  const { t } = useTexts();
  const settings = useSetting((all) => all);
  const rows = ACTIONS.map((action) => ({ ...action, shown: action.keys?.(settings) ?? [] })).filter(
    ({ shown }) => shown.length > 0,
  );
  return (
    <Sheet label={t('action.help')} head={<h2 className={styles['title']}>{t('action.help')}</h2>} onClose={onClose}>
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
      <p className={styles['note']}>{t(settings.keyBinding.enabled ? 'action.help.rules' : 'action.help.off')}</p>
    </Sheet>
  );
}

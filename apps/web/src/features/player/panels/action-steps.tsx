import { useTexts } from '../../../i18n/text.tsx';
import { Button } from '../../../ui/button.tsx';
import { IconChevronLeft, IconChevronRight } from '../../../ui/icons.ts';
import type { Player } from '../session/use-player.ts';
import styles from './action-steps.module.css';

/** Steps through the script, action by action. */
export function ActionSteps({ player: { actions } }: { player: Player }) {
  const { t } = useTexts();
  return (
    <div className={styles['steps']}>
      <Button icon={<IconChevronLeft size={20} aria-hidden="true" />} onClick={actions.previousAction}>
        {t('player.previousAction')}
      </Button>
      <Button icon={<IconChevronRight size={20} aria-hidden="true" />} onClick={actions.nextAction}>
        {t('player.nextAction')}
      </Button>
    </div>
  );
}

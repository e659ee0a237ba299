import { useTexts } from '../../../i18n/text.tsx';
import { Card } from '../../../ui/card.tsx';
import { IconMovie } from '../../../ui/icons.ts';
import { HAS_MOUSE, useMediaQuery } from '../../../ui/use-media-query.ts';
import type { OpenFiles } from '../session/use-open-files.ts';
import { FileButton } from '../source/file-buttons.tsx';
import { AddressesForm } from './addresses-form.tsx';
import styles from './nothing-open-card.module.css';

/** Shown while nothing is open and the library is empty: a drop area for files, and fields for addresses. */
export function NothingOpenCard({ library, onChoose }: { library: OpenFiles; onChoose: () => void }) {
  const { t } = useTexts();
  const canDrop = useMediaQuery(HAS_MOUSE);
  return (
    <div className="column gap-16">
      <div className={styles['drop']}>
        <span className={styles['icon']}>
          <IconMovie size={44} stroke={1.4} aria-hidden="true" />
        </span>
        <h2>{t(canDrop ? 'player.empty.title' : 'player.empty.open')}</h2>
        <ul className="grid gap-4 muted">
          <li>{t('player.empty.pairs')}</li>
          <li>{t('player.empty.formats')}</li>
          <li>{t('player.empty.alone')}</li>
        </ul>
        <FileButton primary onChoose={onChoose} />
        <p className={styles['note']}>{t('player.empty.private')}</p>
      </div>
      <Card title={t('player.urls')}>
        <AddressesForm library={library} />
      </Card>
    </div>
  );
}

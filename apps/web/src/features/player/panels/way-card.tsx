import { useLacking } from '../../../device/session/capability.ts';
import { useTexts } from '../../../i18n/text.tsx';
import { Card } from '../../../ui/card.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import type { SendWay } from '../session/player-session.ts';
import type { Player } from '../session/use-player.ts';
import styles from './side-cards.module.css';

/** The two ways to send a script, and what leaves this browser in each. */
export function WayCard({ player: { way, setWay, open } }: { player: Player }) {
  const { t } = useTexts();
  const { slider: vibrates } = useLacking();
  const options: readonly { value: SendWay; label: string }[] = [
    { value: 'stream', label: t('player.way.stream') },
    { value: 'upload', label: t('player.way.upload') },
  ];
  if (open.remoteUrl !== undefined)
    return (
      <Card title={t('player.way')}>
        <p className={styles['note']}>{t('player.way.remoteLeaves')}</p>
      </Card>
    );
  if (vibrates)
    return (
      <Card title={t('player.way')}>
        <p className={styles['note']}>{t('player.way.vibrationLeaves')}</p>
      </Card>
    );
  return (
    <Card title={t('player.way')}>
      <Segmented label={t('player.way')} options={options} value={way} onChange={setWay} />
      <p className={styles['note']}>{t(way === 'stream' ? 'player.way.streamLeaves' : 'player.way.uploadLeaves')}</p>
    </Card>
  );
}

import { useConnectionStatus } from '../../device/session/device-context.tsx';
import { useRoundTripMs } from '../../device/session/use-round-trip.ts';
import { useTexts } from '../../i18n/text.tsx';
import styles from './round-trip-time.module.css';

/** How long a command takes to the device and back. */
export function RoundTripTime() {
  const { t, number } = useTexts();
  const roundTripMs = useRoundTripMs();
  const known = useConnectionStatus() === 'ready' && roundTripMs > 0;
  return (
    <p className={styles['reaction']}>
      <span className={styles['name']}>{t('remote.reaction')}</span>
      <span>{known ? t('remote.reaction.value', { value: number(roundTripMs) }) : t('remote.reaction.unknown')}</span>
    </p>
  );
}

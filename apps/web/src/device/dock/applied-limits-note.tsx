import { Link } from '@tanstack/react-router';
import { useTexts } from '../../i18n/text.tsx';
import { useSetting } from '../../settings/use-settings.tsx';
import { useMissingCapabilities } from '../session/capability.ts';
import { useSpeedLimit } from '../session/use-speed-limit.ts';
import styles from './applied-limits-note.module.css';

interface LimitedNoteProps {
  /** The script is sent as a whole: if started in the middle, it begins at its own speed. */
  isWhole?: boolean;
}

/**
 * Shows which limits of Settings apply to the controls beside it, each as a link to Settings; nothing where none applies. Its
 * texts are the part `limited`.
 */
export function AppliedLimitsNote({ isWhole = false }: LimitedNoteProps) {
  const { t, number } = useTexts();
  const limit = useSpeedLimit();
  const { slider: lacksSlider } = useMissingCapabilities();
  const rampSeconds = useSetting(({ limits }) => limits.rampSeconds);
  const value = (amount: number) => number(amount, amount % 1 === 0 ? 0 : 2);
  const reasons = [
    limit && !lacksSlider && t('limited.speed', { speed: t('unit.mmPerSecond', { value: value(limit.maxSpeedMmS) }) }),
    rampSeconds > 0 && t(isWhole ? 'limited.ramp.whole' : 'limited.ramp', { seconds: value(rampSeconds) }),
  ].filter((reason) => typeof reason === 'string');
  if (reasons.length === 0) return null;
  return (
    <p className={styles['limited']}>
      {reasons.map((reason) => (
        <Link key={reason} to="/settings" hash="limits" className={styles['link']}>
          {reason}
        </Link>
      ))}
    </p>
  );
}

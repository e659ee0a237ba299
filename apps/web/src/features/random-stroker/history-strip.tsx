import type { RandomStroke } from '@tactus/motion';
import type { CSSProperties } from 'react';
import { useMissingCapabilities } from '../../device/session/capability.ts';
import { useTexts } from '../../i18n/text.tsx';
import { Card } from '../../ui/card.tsx';
import styles from './history-strip.module.css';
import { PICK_HISTORY_LENGTH } from './run-control.ts';

/**
 * The last picks, the newest at the right: each a bar from the lower to the upper end of its window, stronger the faster; for a
 * device without a slider as high as the strength.
 */
export function PickHistoryStrip({ history, live }: { history: readonly RandomStroke[]; live: boolean }) {
  const { t, number } = useTexts();
  const { slider: vibrates } = useMissingCapabilities();
  const percent = (share: number) => number(Math.round(share * 100));
  const newest = history.at(-1);
  const nameOf = ({ index, velocity01, window }: RandomStroke) => {
    const [pick, speed] = [number(index + 1), percent(velocity01)];
    if (vibrates) return t('random.history.strengthPick', { pick, strength: speed });
    return t('random.history.pick', { pick, speed, min: percent(window.min), max: percent(window.max) });
  };
  return (
    <Card
      title={t('random.history')}
      aside={
        <span className="note tabular">{newest && t('random.history.count', { count: number(newest.index + 1) })}</span>
      }
    >
      {newest === undefined ? (
        <p className={styles['empty']}>{t(vibrates ? 'random.history.strengthEmpty' : 'random.history.empty')}</p>
      ) : (
        <ol className={styles['strip']}>
          {history.map((stroke) => (
            <li key={stroke.index} className={styles['place']}>
              <span
                className={styles['bar']}
                data-now={(live && stroke === newest) || undefined}
                role="img"
                aria-label={nameOf(stroke)}
                style={
                  {
                    '--min': vibrates ? 0 : stroke.window.min,
                    '--max': vibrates ? stroke.velocity01 : stroke.window.max,
                    '--speed': stroke.velocity01,
                  } as CSSProperties // React's types have no custom properties.
                }
              />
            </li>
          ))}
          {Array.from({ length: PICK_HISTORY_LENGTH - history.length }, (_, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: empty places have nothing but their place.
            <li key={`empty-${place}`} className={styles['place']} aria-hidden="true" />
          ))}
        </ol>
      )}
    </Card>
  );
}

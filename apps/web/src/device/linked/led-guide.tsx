import type { MessageKey } from '../../i18n/catalogs.ts';
import { useTexts } from '../../i18n/text.tsx';
import { classNames } from '../../ui/class-names.ts';
import { IconChevronDown } from '../../ui/icons.ts';
import styles from './led-guide.module.css';

const LIGHTS: readonly { color: string; blinking?: boolean; name: MessageKey; meaning: MessageKey }[] = [
  { color: 'pink', name: 'led.pinkSteady', meaning: 'led.pinkSteady.meaning' },
  { color: 'pink', blinking: true, name: 'led.pinkBlinking', meaning: 'led.pinkBlinking.meaning' },
  { color: 'blue', name: 'led.blue', meaning: 'led.blue.meaning' },
  { color: 'cyan', name: 'led.cyan', meaning: 'led.cyan.meaning' },
  { color: 'green', name: 'led.green', meaning: 'led.green.meaning' },
];

/** The meanings of the light on the device. */
export function LedGuide() {
  const { t } = useTexts();
  return (
    <dl className={styles['lights']}>
      {LIGHTS.map(({ color, blinking, name, meaning }) => (
        <div key={name} className={styles['light']}>
          <span
            className={classNames(styles['led'], styles[color], blinking && styles['blinking'])}
            aria-hidden="true"
          />
          <dt className={styles['name']}>{t(name)}</dt>
          <dd className={styles['meaning']}>{t(meaning)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The meanings of the light, folded under their title. */
export function FoldedLedGuide() {
  const { t } = useTexts();
  return (
    <details className={styles['folded']}>
      <summary className={styles['summary']}>
        {t('led.title')}
        <IconChevronDown size={20} aria-hidden="true" />
      </summary>
      <LedGuide />
    </details>
  );
}

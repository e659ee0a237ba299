import { useEffect, useState } from 'react';
import { useLanguage, useTexts } from '../../i18n/text.tsx';
import { useSetting } from '../../settings/use-settings.tsx';
import { IconBulb } from '../../ui/icons.ts';
import { useRandom } from '../../ui/time-context.tsx';
import styles from './tip-card.module.css';
import { fetchRandomTip } from './tips.ts';

/** A tip, chosen at random; empty where there is none. */
export function TipCard() {
  const { t } = useTexts();
  const { language } = useLanguage();
  const device = useSetting((settings) => settings.device);
  const random = useRandom();
  const [tip, setTip] = useState<string>();
  useEffect(() => {
    const left = new AbortController();
    fetchRandomTip({ fetch, language, device, random, signal: left.signal }).then(setTip, () => setTip(undefined));
    return () => left.abort();
  }, [language, device, random]);
  if (tip === undefined) return null;
  return (
    <aside className={styles['tip']} aria-label={t('home.tip')}>
      <IconBulb className={styles['icon']} size={22} stroke={1.75} aria-hidden="true" />
      <p>{tip}</p>
    </aside>
  );
}

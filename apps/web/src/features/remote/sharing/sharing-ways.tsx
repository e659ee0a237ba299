import type { CSSProperties, ReactNode } from 'react';
import { useTexts } from '../../../i18n/text.tsx';
import styles from './sharing-ways.module.css';

/** A diagram of who drives whom: owner and guests send to the cloud, and it, or a tab for it, to the device. */
export function SharingWays({ throughTab }: { throughTab: boolean }) {
  const { t } = useTexts();
  const text = throughTab ? `${t('sharing.ways.text')} ${t('sharing.ways.throughTab')}` : t('sharing.ways.text');
  return (
    <div role="img" aria-label={text} className={styles['ways']}>
      <Place>{t('sharing.log.owner')}</Place>
      <Place>{t('sharing.ways.guests')}</Place>
      <Way>{t('sharing.ways.ofYou')}</Way>
      <Way>{t('sharing.ways.ofGuests')}</Way>
      <Place wide>{t('sharing.ways.cloud')}</Place>
      <Way wide>{t('sharing.ways.toDevice')}</Way>
      {throughTab && <Place wide>{t('sharing.ways.tab')}</Place>}
      {throughTab && <Way wide />}
      <Place wide>{t('sharing.ways.device')}</Place>
    </div>
  );
}

interface PartProps {
  wide?: boolean;
  children?: ReactNode;
}

const WIDE: CSSProperties = { gridColumn: '1 / -1' };

function Place({ wide, children }: PartProps) {
  return (
    <span className={styles['place']} style={wide ? WIDE : undefined}>
      {children}
    </span>
  );
}

/** An arrow downwards, and what goes along it. */
function Way({ wide, children }: PartProps) {
  return (
    <span className={styles['way']} style={wide ? WIDE : undefined}>
      {children}
    </span>
  );
}

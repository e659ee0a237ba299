import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../../i18n/text.tsx';
import { useSetting } from '../../settings/use-settings.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { requestVirtualDevice } from './request-virtual-device.ts';
import styles from './try-virtual.module.css';

/**
 * The alternative to a key: the cloud of this site makes a virtual device, and returns its key. After it is unmounted
 * a late answer is ignored.
 */
export function TryVirtualDevice({ onKey }: { onKey: (key: string) => void }) {
  const { t } = useTexts();
  const device = useSetting((state) => state.device);
  const [phase, setPhase] = useState<'idle' | 'making' | 'failed'>('idle');

  const pending = useRef<AbortController>(undefined);
  useEffect(() => () => pending.current?.abort(), []);

  async function make() {
    pending.current = new AbortController();
    const { signal } = pending.current;
    setPhase('making');
    try {
      const key = await requestVirtualDevice((address, init) => fetch(address, { ...init, signal }), device);
      if (!signal.aborted) onKey(key);
    } catch {
      setPhase('failed');
    }
  }

  return (
    <>
      <p className={styles['or']}>{t('connect.or')}</p>
      {phase === 'failed' && (
        <Alert tone="negative" title={t('connect.virtual.failed')}>
          {t('connect.virtual.failedHint')}
        </Alert>
      )}
      <Button size="lg" wide busy={phase === 'making'} onClick={() => void make()}>
        {phase === 'making' ? t('connect.virtual.making') : t('connect.virtual')}
      </Button>
      <p className={styles['note']}>{t('connect.virtual.hint')}</p>
    </>
  );
}

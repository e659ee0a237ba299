import { useState } from 'react';
import { useConnectionWord } from '../../device/device-context.tsx';
import { MissingHere } from '../../device/missing-here.tsx';
import { SuitedDevice } from '../../device/suited-device.tsx';
import { useRoundTrip } from '../../device/use-round-trip.ts';
import { useTexts } from '../../i18n/text.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { RemotePad } from './remote-pad.tsx';
import styles from './remote-page.module.css';
import { RemoteStrokes } from './remote-strokes.tsx';

type What = 'strokes' | 'pad';

/** Phone first: start, speed, stroke, presets and the pad under one thumb. */
export function RemotePage() {
  return (
    <SuitedDevice needs="slider">
      <Remote />
    </SuitedDevice>
  );
}

function Remote() {
  const { t } = useTexts();
  const ready = useConnectionWord() === 'ready';
  const [what, setWhat] = useState<What>('strokes');
  const options: readonly { value: What; label: string }[] = [
    { value: 'strokes', label: t('remote.mode.strokes') },
    { value: 'pad', label: t('remote.mode.pad') },
  ];
  return (
    <>
      <div className={styles['remote']}>
        <div className={styles['head']}>
          <Segmented label={t('remote.mode')} options={options} value={what} onChange={setWhat} />
          <Reaction />
        </div>
        {what === 'strokes' ? <RemoteStrokes disabled={!ready} /> : <RemotePad disabled={!ready} />}
      </div>
      <MissingHere of={['leases']} />
    </>
  );
}

function Reaction() {
  const { t, number } = useTexts();
  const roundTripMs = useRoundTrip();
  const known = useConnectionWord() === 'ready' && roundTripMs > 0;
  return (
    <p className={styles['reaction']}>
      <span className={styles['name']}>{t('remote.reaction')}</span>
      <span>{known ? t('remote.reaction.value', { value: number(roundTripMs) }) : t('remote.reaction.unknown')}</span>
    </p>
  );
}

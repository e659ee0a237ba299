import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { AppliedLimitsNote } from '../../device/dock/applied-limits-note.tsx';
import { useConnectionStatus } from '../../device/session/device-context.tsx';
import { RequireCapability } from '../../device/session/require-capability.tsx';
import { UnsupportedFeaturesNote } from '../../device/session/unsupported-features-note.tsx';
import { OwnSpeedFader } from '../../device-view/controls/own-speed-fader.tsx';
import { DEFAULT_PACE } from '../../device-view/controls/pace.ts';
import { useSpeedControl } from '../../device-view/controls/use-speed-control.ts';
import { useStrokeWindow } from '../../device-view/controls/use-stroke-window.ts';
import { WHOLE_STROKE } from '../../device-view/position/use-position-in-stroke.ts';
import { usePositionReader } from '../../device-view/position/use-position-reader.ts';
import { RemotePad } from '../../device-view/remote/remote-pad.tsx';
import { RemoteStrokeControls } from '../../device-view/remote/remote-strokes.tsx';
import { RoundTripTime } from '../../device-view/remote/round-trip-time.tsx';
import { useTexts } from '../../i18n/text.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { HostGroupCard } from './group/group-card.tsx';
import styles from './remote-page.module.css';
import { ShareCard } from './sharing/share-card.tsx';

type What = 'strokes' | 'pad';

/**
 * Phone first: start, speed, stroke, presets and the pad under one thumb. An address that ends in `#share` shows sharing
 * instead: by a link, and in a group session.
 */
export function RemotePage() {
  const isForSharing = useLocation({ select: ({ hash }) => hash === 'share' });
  if (!isForSharing)
    return (
      <RequireCapability needs="slider">
        <Remote />
      </RequireCapability>
    );
  return (
    <>
      <ShareCard />
      <HostGroupCard />
    </>
  );
}

function Remote() {
  const { t } = useTexts();
  const ready = useConnectionStatus() === 'ready';
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
          <RoundTripTime />
        </div>
        {what === 'strokes' ? (
          <OwnStrokes disabled={!ready} />
        ) : (
          <>
            <AppliedLimitsNote />
            <RemotePad part={WHOLE_STROKE} pace={DEFAULT_PACE} disabled={!ready} />
          </>
        )}
      </div>
      <UnsupportedFeaturesNote of={['leases']} />
    </>
  );
}

/** Strokes inside the person's own stroke window. */
function OwnStrokes({ disabled }: { disabled: boolean }) {
  const { read } = usePositionReader();
  const speed = useSpeedControl();
  return (
    <RemoteStrokeControls
      speed={speed}
      stroke={useStrokeWindow()}
      read={read}
      disabled={disabled}
      note={<AppliedLimitsNote />}
      speedFader={<OwnSpeedFader speed={speed} disabled={disabled} />}
    />
  );
}

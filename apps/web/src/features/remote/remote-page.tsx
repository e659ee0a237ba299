import { useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { AppliedLimitsNote } from '../../device/dock/applied-limits-note.tsx';
import { type Capability, useMissingCapabilities } from '../../device/session/capability.ts';
import { useConnectionStatus, useDeviceState } from '../../device/session/device-context.tsx';
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
import { HvpControls } from '../../device-view/vibration/hvp-controls.tsx';
import { useVibrationControl } from '../../device-view/vibration/use-vibration-control.ts';
import { readHostedGroup } from '../../group-session/hosted-group.ts';
import type { MessageKey } from '../../i18n/catalogs.ts';
import { useTexts } from '../../i18n/text.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { HostGroupCard } from './group/group-card.tsx';
import { useHostedRoom } from './group/use-host-room.ts';
import styles from './remote-page.module.css';
import { ShareCard } from './sharing/share-card.tsx';

/** The kinds of controls. */
const KINDS = ['strokes', 'pad', 'vibration'] as const;
type Kind = (typeof KINDS)[number];
const NEEDS: Readonly<Record<Kind, Capability>> = { strokes: 'slider', pad: 'slider', vibration: 'vibration' };
const NAMES: Readonly<Record<Kind, MessageKey>> = {
  strokes: 'remote.mode.strokes',
  pad: 'remote.mode.pad',
  vibration: 'page.hvp',
};

/**
 * Phone first: start, speed, stroke, presets and the pad under one thumb. An address that ends in `#share` shows sharing
 * instead: by a link, and in a group session.
 */
export function RemotePage() {
  const isForSharing = useLocation({ select: ({ hash }) => hash === 'share' });
  if (!isForSharing)
    return (
      <RequireCapability>
        <Remote />
      </RequireCapability>
    );
  return <Sharing />;
}

/** The group session that this browser hosts comes first: its controls, or the way back to it, are on a phone's first screen. */
function Sharing() {
  const host = useHostedRoom();
  const [wasHosting] = useState(() => readHostedGroup() !== undefined);
  const isHosting = host.facts.room !== undefined;
  useEffect(() => {
    if (isHosting) window.scrollTo(0, 0);
  }, [isHosting]);
  const share = <ShareCard key="share" />;
  const group = <HostGroupCard key="group" host={host} />;
  return isHosting || wasHosting ? [group, share] : [share, group];
}

function Remote() {
  const { t } = useTexts();
  const ready = useConnectionStatus() === 'ready';
  const missing = useMissingCapabilities();
  const isKnown = useDeviceState(({ capabilities }) => capabilities !== undefined);
  const [chosen, setChosen] = useState<Kind>('strokes');
  const kinds = KINDS.filter((kind) => !missing[NEEDS[kind]] && (isKnown || kind !== 'vibration'));
  const shown = kinds.includes(chosen) ? chosen : (kinds[0] ?? 'strokes');
  return (
    <>
      <div className={styles['remote']} data-wide={shown === 'vibration' || undefined}>
        <div className={styles['head']}>
          {kinds.length > 1 && (
            <Segmented<Kind>
              label={t('remote.mode')}
              options={kinds.map((value) => ({ value, label: t(NAMES[value]) }))}
              value={shown}
              onChange={setChosen}
            />
          )}
          <RoundTripTime />
        </div>
        {shown === 'strokes' && <OwnStrokes disabled={!ready} />}
        {shown === 'vibration' && <OwnVibration />}
        {shown === 'pad' && (
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

function OwnVibration() {
  return (
    <>
      <HvpControls vibration={useVibrationControl()} />
      <AppliedLimitsNote />
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

import type { GuestMode, GuestView } from '@tactus/protocol';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useMissingCapabilities } from '../../device/session/capability.ts';
import { useConnectionStatus } from '../../device/session/device-context.tsx';
import { DEFAULT_PACE } from '../../device-view/controls/pace.ts';
import { MovePaceSettings } from '../../device-view/controls/pace-settings.tsx';
import { RemotePad } from '../../device-view/remote/remote-pad.tsx';
import { RoundTripTime } from '../../device-view/remote/round-trip-time.tsx';
import { useTexts } from '../../i18n/text.tsx';
import type { GuestSessionParts } from '../../sharing/guest-connection-facts.ts';
import type { GuestHold } from '../../sharing/guest-hold.ts';
import { Alert } from '../../ui/alert.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { GuestCurveControls } from './guest-curve-controls.tsx';
import { GuestStrokeControls } from './guest-strokes.tsx';
import { GuestVibrationControls } from './guest-vibration.tsx';
import { SHARED_MODE_TEXTS, sharedModeOfRoute } from './mode-of-route.ts';
import styles from './share.module.css';

interface GuestControlsProps {
  inside: GuestSessionParts;
  session: GuestView;
  route: string | undefined;
}

/** The controls of the modes that the owner allows and the device has. */
export function GuestControls({ inside, session, route }: GuestControlsProps) {
  const { t } = useTexts();
  const lacking = useMissingCapabilities();
  const named = sharedModeOfRoute(route);
  const [chosen, setChosen] = useState<GuestMode | undefined>(named);
  const modes = session.allow.filter((mode) => !lacking[mode === 'hvp' ? 'vibration' : 'slider']);
  const mode = modes.find((one) => one === chosen) ?? modes[0];
  if (mode === undefined) return <EmptyState title={t('share.nothing')} text={t('share.nothing.text')} />;
  return (
    <>
      {route !== undefined && named === undefined && <Alert tone="info" title={t('share.route.unknown')} />}
      {named !== undefined && !modes.includes(named) && (
        <Alert tone="info" title={t('share.route.forbidden', { page: t(SHARED_MODE_TEXTS[named]) })} />
      )}
      <div className={styles['bar']}>
        {modes.length > 1 && (
          <Segmented
            label={t('share.mode')}
            options={modes.map((one) => ({ value: one, label: t(SHARED_MODE_TEXTS[one]) }))}
            value={mode}
            onChange={setChosen}
          />
        )}
        <RoundTripTime />
      </div>
      <HandArea hold={inside.hold}>
        <Controls {...{ mode, inside, session }} />
      </HandArea>
    </>
  );
}

function Controls({ mode, inside, session }: { mode: GuestMode; inside: GuestSessionParts; session: GuestView }) {
  switch (mode) {
    case 'hamp':
      return <GuestStrokeControls inside={inside} limits={session.limits} />;
    case 'hdsp':
      return <Pad part={session.limits.stroke} />;
    case 'hvp':
      return <GuestVibrationControls hold={inside.hold} intensity={session.limits.intensity} />;
    case 'hsp':
      return <GuestCurveControls />;
  }
}

function Pad({ part }: { part: { min: number; max: number } }) {
  const ready = useConnectionStatus() === 'ready';
  const [pace, setPace] = useState(DEFAULT_PACE);
  return (
    <>
      <RemotePad part={part} pace={pace} disabled={!ready} />
      <MovePaceSettings pace={pace} onChange={setPace} />
    </>
  );
}

/** Tracks whether a finger, a mouse or a key is on the controls inside. */
function HandArea({ hold, children }: { hold: GuestHold; children: ReactNode }) {
  const area = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = area;
    const on = () => hold.hand(true);
    const off = () => hold.hand(false);
    for (const name of HAND_ON) current?.addEventListener(name, on, { capture: true });
    for (const name of HAND_OFF) window.addEventListener(name, off);
    return () => {
      for (const name of HAND_ON) current?.removeEventListener(name, on, { capture: true });
      for (const name of HAND_OFF) window.removeEventListener(name, off);
      off();
    };
  }, [hold]);
  return (
    <div ref={area} className={styles['controls']}>
      {children}
    </div>
  );
}

const HAND_ON = ['pointerdown', 'keydown'] as const;
const HAND_OFF = ['pointerup', 'pointercancel', 'keyup', 'blur'] as const;

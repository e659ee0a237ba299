import type { GuestView } from '@tactus/protocol';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { OtherDeviceDock } from '../../device/dock/dock.tsx';
import { useRegisterDrivenTarget } from '../../device/linked/driven-devices.tsx';
import { DeviceProvider, useDeviceState } from '../../device/session/device-context.tsx';
import { isInMotion } from '../../device/session/motion.ts';
import { LivePositionStrip } from '../../device-view/position/live-position-strip.tsx';
import { useTexts } from '../../i18n/text.tsx';
import type { GuestConnectionFacts, GuestSessionParts } from '../../sharing/guest-connection-facts.ts';
import { PageDock } from '../../ui/dock-place.tsx';
import { GuestControls } from './guest-controls.tsx';
import { GuestHeader } from './guest-header.tsx';
import { GuestNotices } from './guest-notices.tsx';
import { GuestViewerPanel } from './guest-viewer-panel.tsx';
import styles from './share.module.css';

interface GuestPanelProps {
  inside: GuestSessionParts;
  session: GuestView;
  /** The state of the session before the page was reloaded. */
  resumed: GuestConnectionFacts['resumed'];
  /** The page that the link names. */
  route: string | undefined;
  /** The cloud does not answer. */
  away: boolean;
  onLeave: () => void;
}

/** A guest's side of a device: the controller, the owner's limits, the allowed controls, and Stop. */
export function GuestPanel(props: GuestPanelProps) {
  const hold = useStore(props.inside.hold.state);
  // Waits while a hand is on a control: the control under it must neither move nor trigger.
  const cutOff = props.away && hold !== 'slipped' && hold !== 'regaining';
  return (
    <DeviceProvider device={props.inside.device} cutOff={cutOff}>
      <Room {...props} away={cutOff} />
    </DeviceProvider>
  );
}

function Room({ inside, session, resumed, route, away, onLeave }: GuestPanelProps) {
  const { t } = useTexts();
  const moving = useDeviceState(isInMotion);
  const [failed, setFailed] = useState(false);
  const registerDriven = useRegisterDrivenTarget();
  useEffect(() => registerDriven(inside.device), [registerDriven, inside.device]);

  /** Sends a request to the cloud; the stream reports its effect. */
  function run(work: Promise<unknown>): void {
    setFailed(false);
    work.catch(() => setFailed(true));
  }

  return (
    <>
      <div className={styles['room']}>
        <GuestHeader session={session} away={away} onLeave={onLeave} />
        <GuestNotices {...{ inside, session, resumed, away, failed, run }} />
        {session.role === 'controller' ? (
          <GuestControls {...{ inside, session, route }} />
        ) : (
          <GuestViewerPanel
            session={session}
            disabled={away}
            onRequest={() => run(inside.api.requestControl())}
            onUndo={() => run(inside.api.takeBackQuestion())}
          />
        )}
      </div>
      <PageDock>
        <OtherDeviceDock
          name={session.share.name || t('page.share')}
          moving={moving}
          strip={<LivePositionStrip />}
          stopFailed={t('share.stopFailed')}
        />
      </PageDock>
    </>
  );
}

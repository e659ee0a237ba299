import { useCallback, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { useTexts } from '../i18n/text.tsx';
import type { GuestConnection } from '../sharing/guest-connection-facts.ts';
import { useClock, useRandom } from '../ui/time-context.tsx';
import { useIgnoreRepeatedEnter } from '../ui/use-ignore-repeated-enter.ts';
import type { WidgetAppearance } from '../widget/appearance.ts';
import type { EmbeddingPagePort } from './embedding-page-port.ts';
import styles from './frame.module.css';
import { FrameAlert } from './frame-alert.tsx';
import { openGuestConnection } from './open-guest-connection.ts';
import { PermissionPrompt } from './permission-prompt.tsx';
import { WidgetSession } from './widget-session.tsx';

/** The content of the frame: asks for permission, then drives as a guest. Closing its page ends the session. */
export function WidgetFrame({ port, appearance }: { port: EmbeddingPagePort; appearance: WidgetAppearance }) {
  const { t } = useTexts();
  const time = useClock();
  const random = useRandom();
  const host = useStore(port.host);
  const [connection, setConnection] = useState<GuestConnection>();
  const [ended, setEnded] = useState(false);
  const endSession = useCallback(() => {
    setConnection(undefined);
    setEnded(true);
  }, []);
  const root = useRef<HTMLElement>(null);
  useIgnoreRepeatedEnter();

  useEffect(() => {
    if (!connection) return;
    window.addEventListener('pagehide', connection.leave);
    return () => {
      window.removeEventListener('pagehide', connection.leave);
      connection.leave();
    };
  }, [connection]);
  useEffect(() => {
    const { current } = root;
    if (!current) return;
    const observer = new ResizeObserver(() => port.post({ type: 'size', height: current.offsetHeight }));
    observer.observe(current);
    return () => observer.disconnect();
  }, [port]);

  return (
    <main ref={root} aria-label={t('app.name')} className={styles['widget']} data-slim={appearance.slim || undefined}>
      <h1 className={styles['title']}>{t('app.name')}</h1>
      {connection ? (
        <WidgetSession {...{ connection, port, appearance }} onOver={endSession} />
      ) : (
        <PermissionPrompt
          host={host}
          port={port}
          ended={ended}
          onGrant={(link) => host !== undefined && setConnection(openGuestConnection({ link, host, time, random }))}
        />
      )}
      <FrameAlert />
    </main>
  );
}

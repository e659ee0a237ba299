import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { useTexts } from '../i18n/text.tsx';
import type { Visit } from '../sharing/visit-facts.ts';
import { useRandom } from '../ui/random-context.tsx';
import { useTime } from '../ui/time-context.tsx';
import type { WidgetLook } from '../widget/look.ts';
import { AskPermission } from './ask-permission.tsx';
import styles from './frame.module.css';
import type { HostPort } from './host-port.ts';
import { openVisit } from './open-visit.ts';
import { WidgetVisit } from './widget-visit.tsx';

/** What stands in the frame: asks for permission, then drives as a guest. Its page going away ends the visit. */
export function WidgetFrame({ port, look }: { port: HostPort; look: WidgetLook }) {
  const { t } = useTexts();
  const time = useTime();
  const random = useRandom();
  const host = useStore(port.host);
  const [visit, setVisit] = useState<Visit>();
  const root = useRef<HTMLElement>(null);

  useEffect(() => {
    if (!visit) return;
    window.addEventListener('pagehide', visit.leave);
    return () => {
      window.removeEventListener('pagehide', visit.leave);
      visit.leave();
    };
  }, [visit]);
  useEffect(() => {
    const { current } = root;
    if (!current) return;
    const observer = new ResizeObserver(() => port.tell({ type: 'size', height: current.offsetHeight }));
    observer.observe(current);
    return () => observer.disconnect();
  }, [port]);

  return (
    <main ref={root} aria-label={t('app.name')} className={styles['widget']} data-slim={look.slim || undefined}>
      <h1 className={styles['title']}>{t('app.name')}</h1>
      {visit ? (
        <WidgetVisit {...{ visit, port, look }} onOver={() => setVisit(undefined)} />
      ) : (
        <AskPermission
          host={host}
          port={port}
          onGrant={(link) => host !== undefined && setVisit(openVisit({ link, host, time, random }))}
        />
      )}
    </main>
  );
}

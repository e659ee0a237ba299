import type { Fetch } from '@tactus/sdk';
import { useEffect, useState } from 'react';

/** The cloud of the devices. */
interface Cloud {
  readonly apiBase: string;
  readonly fetch: Fetch;
}

/**
 * Whether the browser has no network, and the cloud does not answer without one: a cloud on this computer does. It is asked
 * again whenever the event stream connects or is lost (`hasEvents`).
 */
export function useIsCutOff({ apiBase, fetch }: Cloud, hasEvents: boolean): boolean {
  const [isCutOff, setCutOff] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the cloud may have come or gone with the events.
  useEffect(() => {
    function check(): void {
      if (navigator.onLine) setCutOff(false);
      // Any answer counts, a refusal too. Without a network the browser fails at once; the network may be back by then.
      else
        fetch(`${apiBase}/servertime`, { cache: 'no-store' }).then(
          () => setCutOff(false),
          () => setCutOff(!navigator.onLine),
        );
    }
    check();
    const leave = new AbortController();
    for (const name of ['online', 'offline']) window.addEventListener(name, check, leave);
    return () => leave.abort();
  }, [apiBase, fetch, hasEvents]);
  return isCutOff;
}

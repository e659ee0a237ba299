import type { Fetch } from '@tactus/sdk';
import { useEffect, useState } from 'react';

/** The cloud of the devices. */
interface Cloud {
  readonly apiBase: string;
  readonly fetch: Fetch;
}

/** Whether the browser has no network, and the cloud does not answer without one: a cloud on this computer does. */
export function useIsCutOff(cloud: Cloud): boolean {
  const [isCutOff, setCutOff] = useState(false);
  useEffect(() => {
    async function check(): Promise<void> {
      const isReached = navigator.onLine || (await answers(cloud));
      // The network may be back by now.
      setCutOff(!isReached && !navigator.onLine);
    }
    const onChange = () => void check();
    onChange();
    for (const name of ['online', 'offline']) window.addEventListener(name, onChange);
    return () => {
      for (const name of ['online', 'offline']) window.removeEventListener(name, onChange);
    };
  }, [cloud]);
  return isCutOff;
}

/** Any answer counts, a refusal too. Without a network the browser fails at once. */
const answers = ({ apiBase, fetch }: Cloud): Promise<boolean> =>
  fetch(`${apiBase}/servertime`, { cache: 'no-store' }).then(
    () => true,
    () => false,
  );

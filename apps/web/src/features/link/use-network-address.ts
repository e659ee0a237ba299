import { callTactus, networkCalls } from '@tactus/protocol';
import { useEffect, useState } from 'react';

/** An address at which a phone of the same network opens the app. */
export interface NetworkAddress {
  /** Without the code, for typing. */
  readonly origin: string;
  /** With the code, for a camera. */
  readonly link: string;
  readonly code: string;
}

/**
 * The address of the app in the local network: undefined until the server has answered, null where only its own machine can open
 * the app. Nothing is requested unless `isNeeded`.
 */
export function useNetworkAddress(isNeeded: boolean): NetworkAddress | null | undefined {
  const [address, setAddress] = useState<NetworkAddress | null>();
  useEffect(() => {
    if (!isNeeded) return;
    const leaving = new AbortController();
    async function read(): Promise<NetworkAddress | null> {
      const outcome = await callTactus(networkCalls.read, {
        fetch: (url, init) => fetch(url, init),
        signal: leaving.signal,
      });
      if (!outcome.ok) return null;
      const { code, origins, links } = outcome.answer;
      return origins[0] && links[0] ? { origin: origins[0], link: links[0], code } : null;
    }
    void read()
      .catch(() => null)
      .then((found) => {
        if (!leaving.signal.aborted) setAddress(found);
      });
    return () => leaving.abort();
  }, [isNeeded]);
  return address;
}

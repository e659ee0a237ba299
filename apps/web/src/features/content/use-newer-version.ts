import { callTactus, type TactusAnswer, versionCalls } from '@tactus/protocol';
import { use, useEffect, useState } from 'react';
import * as z from 'zod/mini';
import { isLoopbackAddress } from '../../device/browser/site-url.ts';
import { DeploymentContext } from '../../device/session/deployment.ts';

/** The version of the server, a newer one, and the command that installs it. */
export type ServerVersion = TactusAnswer<typeof versionCalls.read>;

/** A cloud that looks for newer versions says so. */
const configSchema = z.object({ home: z.object({ updates: z.literal(true) }) });

/** The version of the server of this page, on the server's own machine and where a newer one is known; undefined otherwise. */
export function useNewerVersion(): ServerVersion | undefined {
  const [found, setFound] = useState<ServerVersion>();
  const { site } = use(DeploymentContext);
  useEffect(() => {
    if (!isLoopbackAddress(window.location.origin) || !configSchema.safeParse(site).success) return;
    const leaving = new AbortController();
    readNewerVersion(leaving.signal).then(
      (version) => !leaving.signal.aborted && setFound(version),
      () => undefined, // without a server there is nothing to show
    );
    return () => leaving.abort();
  }, [site]);
  return found;
}

async function readNewerVersion(signal: AbortSignal): Promise<ServerVersion | undefined> {
  const outcome = await callTactus(versionCalls.read, { fetch: (url, init) => fetch(url, init), signal });
  return outcome.ok && outcome.answer.newest !== '' ? outcome.answer : undefined;
}

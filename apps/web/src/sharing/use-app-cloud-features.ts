import { use, useMemo } from 'react';
import * as z from 'zod/mini';
import { DeploymentContext } from '../device/session/deployment.ts';

/** What sharing and group sessions need to know of the cloud that serves the app. */
export interface AppCloudFeatures {
  readonly shares: boolean;
  /** It has group sessions. */
  readonly groups: boolean;
  /** Its application id. */
  readonly applicationId: string;
}

/** The application id where none is configured. */
const ANY_APPLICATION = 'tactus-web';
const NO_HOME = { shares: false, groups: false };

const isOffered = z.catch(z.boolean(), false);
const configSchema = z.object({
  home: z.catch(z.object({ shares: isOffered, groups: isOffered }), NO_HOME),
  applicationId: z.catch(z.string().check(z.minLength(1)), ANY_APPLICATION),
});

/** What the cloud that serves the app can do, by the site's configuration; one that does not say so can do nothing. */
export function useAppCloudFeatures(): AppCloudFeatures {
  const { site } = use(DeploymentContext);
  const { home, applicationId } = useMemo(() => z.parse(configSchema, site ?? {}), [site]);
  return { ...home, applicationId };
}

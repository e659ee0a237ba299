import type { CloudFeatures } from '@tactus/sdk';
import { createContext, use } from 'react';

/** What the deployment of this site configures. */
export interface Deployment {
  /** What the device's cloud can do beyond the vendor's: nothing, unless its `/config.json` lists it. */
  readonly features: CloudFeatures;
  /** Where others reach this site; without it, the address in use. */
  readonly siteUrl?: string;
  /** Where scripts are uploaded: our cloud's own host, unless the deployment names another. */
  readonly scriptHost: string;
  /** The site's own configuration, whatever cloud a developer has chosen. */
  readonly site?: { readonly applicationId: string; readonly home?: unknown };
}

/** Provides the configuration of this site; without it, that of a cloud that configures nothing. */
export const DeploymentContext = createContext<Deployment>({
  features: {},
  scriptHost: '/api/script/v0',
});

/** What the device's cloud can do beyond the vendor's. */
export const useCloudFeatures = (): CloudFeatures => use(DeploymentContext).features;

/** Where scripts are uploaded. */
export const useScriptHost = (): string => use(DeploymentContext).scriptHost;

/** The address of this site for others, without a slash at its end. */
export const useSiteUrl = (): string => (use(DeploymentContext).siteUrl ?? window.location.origin).replace(/\/+$/, '');

import type { CloudFeatures } from '@tactus/sdk';
import { createContext, use } from 'react';

/** What the device's cloud can do beyond the vendor's; nothing, unless it says so (decisions.md 62). */
export const CloudFeaturesContext = createContext<CloudFeatures>({});

/** What the device's cloud can do beyond the vendor's. */
export function useCloudFeatures(): CloudFeatures {
  return use(CloudFeaturesContext);
}

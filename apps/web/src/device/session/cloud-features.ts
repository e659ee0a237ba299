import type { CloudFeatures } from '@tactus/sdk';
import { createContext, use } from 'react';

/** What the device's cloud can do beyond the vendor's: nothing, unless its `/config.json` lists it. */
export const CloudFeaturesContext = createContext<CloudFeatures>({});

/** What the device's cloud can do beyond the vendor's. */
export function useCloudFeatures(): CloudFeatures {
  return use(CloudFeaturesContext);
}

import type { Fetch } from '@tactus/sdk';
import { useEffect, useState } from 'react';
import { type AppCloudFeatures, fetchAppCloudFeatures } from './app-cloud.ts';

/** What the cloud that serves the app can do; undefined until it has answered. */
export function useAppCloudFeatures(fetch: Fetch): AppCloudFeatures | undefined {
  const [features, setFeatures] = useState<AppCloudFeatures>();
  useEffect(() => {
    let wanted = true;
    void fetchAppCloudFeatures(fetch).then((read) => {
      if (wanted) setFeatures(read);
    });
    return () => {
      wanted = false;
    };
  }, [fetch]);
  return features;
}

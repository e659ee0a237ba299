import { type ReactNode, useEffect, useState } from 'react';
import { useCloudFeatures } from '../device/cloud-features.ts';
import { useLinkedDevices } from '../device/linked-devices-context.tsx';
import { useTexts } from '../i18n/text.tsx';
import { Alert } from '../ui/alert.tsx';
import { canHomeShare } from './home.ts';

/**
 * Whether the device can be shared: by the home of the app, and by the cloud that the device is in. Undefined until the home
 * has said so; otherwise the reason why not is something to show.
 */
export function useCanShare(): { readonly can: boolean; readonly whyNot: ReactNode } | undefined {
  const { t } = useTexts();
  const { cloud } = useLinkedDevices();
  const isCloudOpen = useCloudFeatures().shares === true;
  const [home, setHome] = useState<boolean>();
  useEffect(() => {
    let wanted = true;
    void canHomeShare(cloud.fetch).then((can) => {
      if (wanted) setHome(can);
    });
    return () => {
      wanted = false;
    };
  }, [cloud]);
  if (home === undefined) return undefined;
  if (home && isCloudOpen) return { can: true, whyNot: null };
  const whyNot = home ? (
    <Alert tone="info" title={t('sharing.missing.cloud')}>
      {t('sharing.missing.cloud.text')}
    </Alert>
  ) : (
    <Alert tone="info" title={t('sharing.missing.home')}>
      {t('sharing.missing.home.text')}
    </Alert>
  );
  return { can: false, whyNot };
}

import type { ReactNode } from 'react';
import { useCloudFeatures } from '../device/session/deployment.ts';
import { useTexts } from '../i18n/text.tsx';
import { Alert } from '../ui/alert.tsx';
import { useAppCloudFeatures } from './use-app-cloud-features.ts';

/** The ways of sharing the device. */
interface CanShare {
  /** By the home of the app, which is the cloud that the device is in. */
  readonly can: boolean;
  /** By a bridge, as long as this tab is open: the application id of the home. Undefined where not possible or not needed. */
  readonly bridgeTo: string | undefined;
  /** Why the home alone cannot share it, as a notice. */
  readonly whyNot: ReactNode;
}

/** How the device can be shared. */
export function useSharingAbility(): CanShare {
  const isCloudOpen = useCloudFeatures().shares === true;
  const home = useAppCloudFeatures();
  if (home.shares && isCloudOpen) return { can: true, bridgeTo: undefined, whyNot: null };
  const whyNot = <WhyNot isHome={home.shares} />;
  return { can: false, bridgeTo: home.shares ? home.applicationId : undefined, whyNot };
}

/** Whether the device's cloud admits no guests, or the home has no sharing. */
function WhyNot({ isHome }: { isHome: boolean }) {
  const { t } = useTexts();
  return isHome ? (
    <Alert tone="info" title={t('sharing.missing.cloud')}>
      {t('sharing.missing.cloud.text')}
    </Alert>
  ) : (
    <Alert tone="info" title={t('sharing.missing.home')}>
      {t('sharing.missing.home.text')}
    </Alert>
  );
}

import { useTextPart, useTexts } from '../i18n/text.tsx';
import { Alert } from '../ui/alert.tsx';
import { useCloudFeatures } from './cloud-features.ts';
import { connectionTrouble } from './connection-trouble.ts';
import { useDeviceState } from './device-context.tsx';
import { TryAgain } from './try-again.tsx';

/** Why the device in use is not there, and what to do about it; nothing while all is well. */
export function TroubleAlert() {
  const { t } = useTexts();
  const features = useCloudFeatures();
  const trouble = useDeviceState((state) => connectionTrouble(state, features));
  const hasTexts = useTextPart('trouble');
  if (trouble === undefined || !hasTexts) return null;
  return (
    <Alert tone={trouble.tone} title={t(trouble.title)} action={trouble.canTry && <TryAgain />}>
      {t(trouble.text)}
      {trouble.besides !== undefined && ` ${t(trouble.besides)}`}
    </Alert>
  );
}

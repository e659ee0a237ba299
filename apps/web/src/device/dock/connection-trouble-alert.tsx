import { useTexts } from '../../i18n/text.tsx';
import { useSetting } from '../../settings/use-settings.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { reconnectDeviceInUse } from '../linked/link-device-by-key.ts';
import { useCloudFeatures } from '../session/deployment.ts';
import { useDevice, useDeviceState } from '../session/device-context.tsx';
import { type ConnectionTrouble, connectionTrouble } from './connection-trouble.ts';

/** Why the device in use is not connected, with advice; nothing while all is well. Its texts are loaded before. */
export function ConnectionTroubleAlert() {
  const features = useCloudFeatures();
  return <TroubleAlert trouble={useDeviceState((state) => connectionTrouble(state, features))} />;
}

/** A cause, with advice and the button that tries again where that may help; nothing without one. */
export function TroubleAlert({ trouble }: { trouble: ConnectionTrouble | undefined }) {
  const { t } = useTexts();
  const device = useDevice();
  const connectionKey = useSetting((settings) => settings.connectionKey);
  if (trouble === undefined) return null;
  const again = trouble.canTry && (
    <Button onClick={() => reconnectDeviceInUse(device, connectionKey)}>{t('connection.tryAgain')}</Button>
  );
  return (
    <Alert tone={trouble.tone} title={t(trouble.title)} action={again}>
      {t(trouble.text)}
      {trouble.besides !== undefined && ` ${t(trouble.besides)}`}
    </Alert>
  );
}

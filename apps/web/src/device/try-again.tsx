import { useTexts } from '../i18n/text.tsx';
import { useSetting } from '../settings/use-settings.tsx';
import { Button } from '../ui/button.tsx';
import { useDevice } from './device-context.tsx';
import { tryAgain } from './give-key.ts';

/** Connects again with the key in use. */
export function TryAgain({ size }: { size?: 'lg' }) {
  const { t } = useTexts();
  const device = useDevice();
  const connectionKey = useSetting((settings) => settings.connectionKey);
  return (
    <Button {...(size && { size })} onClick={() => tryAgain(device, connectionKey)}>
      {t('connection.tryAgain')}
    </Button>
  );
}

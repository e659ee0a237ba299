import { useLocation } from '@tanstack/react-router';
import { DeviceDrawing } from '../../device-view/position/device-drawing.tsx';
import { useTexts } from '../../i18n/text.tsx';
import { useSetting } from '../../settings/use-settings.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LinkButton } from '../../ui/link-button.tsx';

/** Shown by a page that needs a device while none is linked: a link to link one and come back. */
export function NoDeviceLinkedCard() {
  const { t } = useTexts();
  const device = useSetting((settings) => settings.device);
  const here = useLocation({ select: (location) => location.pathname });
  return (
    <EmptyState
      picture={<DeviceDrawing device={device} size={168} />}
      title={t('connect.needed.title')}
      text={t('connect.needed.text')}
      action={
        <LinkButton to="/device-selection" search={{ redirect: here }} variant="primary" size="lg">
          {t('dock.connect')}
        </LinkButton>
      }
    />
  );
}

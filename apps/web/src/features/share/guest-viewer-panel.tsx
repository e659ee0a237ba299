import type { GuestView } from '@tactus/protocol';
import { useDeviceState } from '../../device/session/device-context.tsx';
import { LiveDeviceDrawing } from '../../device-view/position/live-device-drawing.tsx';
import { useTexts } from '../../i18n/text.tsx';
import { deviceTypeOfModel } from '../../settings/device-rules.ts';
import { Button } from '../../ui/button.tsx';
import styles from './share.module.css';

interface GuestViewerPanelProps {
  session: GuestView;
  disabled: boolean;
  onRequest: () => void;
  onUndo: () => void;
}

/** The view of a guest without control: the state of the device, and the button to get control. */
export function GuestViewerPanel({
  session: { asks: requestsControl, controller, locked },
  disabled,
  onRequest,
  onUndo,
}: GuestViewerPanelProps) {
  const { t } = useTexts();
  const device = useDeviceState((state) => deviceTypeOfModel(state.info?.hw_model_no));
  const free = controller === null && !locked;
  // A guest who requested control may take it once no other guest has it.
  const waits = requestsControl && !free;
  const words = locked ? 'share.watch.locked' : free ? 'share.watch.free' : 'share.watch.text';
  return (
    <div className={styles['watch']}>
      <div className={styles['picture']}>
        <LiveDeviceDrawing device={device} size={200} />
      </div>
      <p>{t(waits ? 'share.watch.asked' : words)}</p>
      {waits ? (
        <Button size="lg" wide disabled={disabled} onClick={onUndo}>
          {t('share.ask.undo')}
        </Button>
      ) : (
        <Button variant="primary" size="lg" wide disabled={disabled} onClick={onRequest}>
          {t(free ? 'share.take' : 'share.ask')}
        </Button>
      )}
    </div>
  );
}

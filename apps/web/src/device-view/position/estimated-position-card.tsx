import { useSetting } from '../../settings/use-settings.tsx';
import { Card } from '../../ui/card.tsx';
import { Switch } from '../../ui/switch.tsx';
import styles from './estimated-position-card.module.css';
import { LiveDeviceDrawing } from './live-device-drawing.tsx';

interface EstimatedPositionCardProps {
  label: string;
  isShown: boolean;
  onShow: (isShown: boolean) => void;
}

/** A drawing of the device at its estimated position, and a switch that shows or hides it. */
export function EstimatedPositionCard({ label, isShown, onShow }: EstimatedPositionCardProps) {
  const device = useSetting((now) => now.device);
  return (
    <Card>
      <Switch label={label} checked={isShown} onChange={onShow} />
      {isShown && (
        <div className={styles['drawing']}>
          <LiveDeviceDrawing device={device} size={168} />
        </div>
      )}
    </Card>
  );
}

import { DeviceDrawing } from '../../device-view/position/device-drawing.tsx';
import type { ProductName } from '../../settings/schema.ts';
import styles from './device-picture.module.css';

interface DevicePictureProps {
  device: ProductName;
  /** The kind of device. */
  text: string;
  chosen: boolean;
  onChoose: (device: ProductName) => void;
}

/** A type of device as a radio button with its picture. */
export function DeviceTypeChoice({ device, text, chosen, onChoose }: DevicePictureProps) {
  return (
    <label className={styles['card']}>
      <input className="drawn-input" type="radio" name="device" checked={chosen} onChange={() => onChoose(device)} />
      <span className={styles['face']}>
        <DeviceDrawing device={device} size={148} />
        <span className={styles['name']}>{device}</span>
        <span className="note">{text}</span>
        <span className={styles['mark']} aria-hidden="true" />
      </span>
    </label>
  );
}

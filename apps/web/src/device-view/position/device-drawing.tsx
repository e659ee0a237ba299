import type { ReactNode, RefObject } from 'react';
import type { ProductName } from '../../settings/schema.ts';
import styles from './device-drawing.module.css';

interface DeviceDrawingProps {
  device: ProductName;
  /** Height, px; if left out, the styles around it decide. */
  size?: number | undefined;
  /** The moving part, for components that move it. */
  movingPart?: RefObject<SVGSVGElement | null>;
}

/** A line drawing of a device, beside its name: assistive technology skips it. */
export function DeviceDrawing({ device, size, movingPart }: DeviceDrawingProps) {
  return (
    <span className={styles['drawing']} style={{ height: size }}>
      {device === 'Oh' ? <Oh /> : <Handy movingPart={movingPart} />}
    </span>
  );
}

interface SheetProps {
  movingPart?: RefObject<SVGSVGElement | null> | undefined;
  children: ReactNode;
}

function Sheet({ movingPart, children }: SheetProps) {
  return (
    <svg
      ref={movingPart}
      className={styles['sheet']}
      data-moves={movingPart !== undefined || undefined}
      viewBox="0 0 160 200"
      fill="none"
      aria-hidden="true"
    >
      {children}
    </svg>
  );
}

/** The moving part is a layer of its own: inside another, both would be laid out and painted anew in every frame. */
function Handy({ movingPart }: { movingPart: RefObject<SVGSVGElement | null> | undefined }) {
  return (
    <>
      <Sheet>
        <rect className={styles['body']} x="34" y="10" width="58" height="180" rx="27" />
        <path className={styles['edge']} d="M80 34v132" />
        <circle className={styles['light']} cx="57" cy="36" r="4" />
        <circle className={styles['edge']} cx="57" cy="150" r="9" />
        <path className={styles['edge']} d="M57 143v6M57 170v.1" />
        <path className={styles['arrow']} d="m139 84 6-7 6 7M139 116l6 7 6-7" />
      </Sheet>
      <Sheet movingPart={movingPart}>
        <rect className={styles['moving']} x="74" y="65" width="54" height="70" rx="21" />
        <path className={styles['strap']} d="M74 87h54M74 113h54" />
      </Sheet>
    </>
  );
}

function Oh() {
  return (
    <Sheet>
      <path className={styles['body']} d="M80 14c29 0 46 26 46 68 0 56-17 104-46 104S34 138 34 82c0-42 17-68 46-68Z" />
      <path className={styles['edge']} d="M44 104c10 14 22 20 36 20s26-6 36-20" />
      <ellipse className={styles['moving']} cx="80" cy="68" rx="19" ry="27" />
      <circle className={styles['light']} cx="80" cy="150" r="4" />
      <path
        className={styles['arrow']}
        d="M22 58c-4 12-4 26 0 38M12 48c-7 18-7 40 0 58M138 58c4 12 4 26 0 38M148 48c7 18 7 40 0 58"
      />
    </Sheet>
  );
}

import { useEffect, useState } from 'react';
import styles from './qr-code.module.css';

/** The quiet edge that a reader needs, in modules. */
const EDGE = 4;

/** An address as a picture for a camera; the address itself has to stand beside it. `label` is its name. */
export function QrCode({ address, label }: { address: string; label: string }) {
  const [modules, setModules] = useState<readonly (readonly boolean[])[]>();
  const [isMissing, setMissing] = useState(false);
  useEffect(() => {
    let wanted = true;
    import('uqr').then(
      ({ encode }) => {
        if (!wanted) return;
        setModules(encode(address, { ecc: 'M', border: 0 }).data);
        setMissing(false);
      },
      () => wanted && setMissing(true), // the code that draws it could not be loaded; the next picture tries again
    );
    return () => {
      wanted = false;
    };
  }, [address]);
  if (isMissing) return null;
  const size = (modules?.length ?? 0) + 2 * EDGE;
  const path = modules
    ?.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x + EDGE} ${y + EDGE}h1v1h-1z` : '')))
    .join('');
  return (
    <svg className={styles['code']} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path className={styles['modules']} d={path} />
    </svg>
  );
}

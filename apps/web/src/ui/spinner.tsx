import styles from './spinner.module.css';

/** Something is on its way; `label` says what. */
export function Spinner({ label }: { label: string }) {
  return (
    <span className={styles['spinner']} role="status">
      <span className={styles['ring']} aria-hidden="true" />
      {label}
    </span>
  );
}

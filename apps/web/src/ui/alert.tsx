import type { ReactNode } from 'react';
import styles from './alert.module.css';
import { classNames } from './class-names.ts';
import { IconAlertTriangle, IconCircleX, IconInfoCircle } from './icons.ts';

/** How serious a message is. */
export type AlertTone = 'info' | 'warning' | 'negative';

const ICONS = { info: IconInfoCircle, warning: IconAlertTriangle, negative: IconCircleX } as const;

/** A message in the page: the event, its meaning, and the next step as `action`. */
export function Alert({
  tone,
  title,
  action,
  children,
}: {
  tone: AlertTone;
  title: string;
  action?: ReactNode;
  children?: ReactNode;
}) {
  const Icon = ICONS[tone];
  return (
    <div className={classNames(styles['alert'], styles[tone])} role={tone === 'info' ? 'status' : 'alert'}>
      <Icon className={styles['icon']} size={20} aria-hidden="true" />
      <div className={styles['words']}>
        <p className={styles['title']}>{title}</p>
        {children !== undefined && <p className={styles['text']}>{children}</p>}
      </div>
      {action}
    </div>
  );
}

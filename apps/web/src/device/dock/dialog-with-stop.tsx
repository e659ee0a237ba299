import type { DeviceState } from '@tactus/sdk';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { useTexts } from '../../i18n/text.tsx';
import { Alert } from '../../ui/alert.tsx';
import { useRegisterFrontLayer } from '../../ui/front-layer.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { IconX } from '../../ui/icons.ts';
import { SettledStatus } from '../../ui/settled-status.tsx';
import { StopButton } from '../../ui/stop-button.tsx';
import { useCloseOnBack } from '../../ui/use-close-on-back.ts';
import {
  useAllDrivenTargets,
  useDoesAnyDrivenTargetMatch,
  useIsAnyDrivenTargetMoving,
} from '../linked/driven-devices.tsx';
import { useAreLinkedDevicesMoving, useFollowersState } from '../linked/linked-devices-context.tsx';
import { DEVICE_STATUS_STYLE, settleMs, useDeviceStatus } from '../session/device-status.ts';
import { hasConnectionKey, isStopping } from '../session/motion.ts';
import styles from './dialog-with-stop.module.css';

interface SheetProps {
  label: string;
  /** The title. */
  head: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

/**
 * A dialog over the page. Elements behind a dialog take no press and no focus, so it has a Stop of its own, exactly over
 * the one of the dock and last in the order of Tab. Escape, a tap beside it and going back close it; so does a page that
 * is opened from it.
 */
export function DialogWithStop({ label, head, onClose, children }: SheetProps) {
  const { t } = useTexts();
  const dialog = useRef<HTMLDialogElement>(null);
  const [front, setFront] = useState<HTMLDialogElement | null>(null);
  useRegisterFrontLayer(front);
  useCloseOnBack(true, onClose);
  const { stop } = useAllDrivenTargets();
  const driving = useDoesAnyDrivenTargetMatch(hasConnectionKey);
  const busy = useDoesAnyDrivenTargetMatch(isStopping);
  const followers = useAreLinkedDevicesMoving();
  const moving = useIsAnyDrivenTargetMoving() || followers;
  // Closed before it is removed, so that the focus returns to where it was.
  useLayoutEffect(() => {
    const shown = dialog.current;
    if (shown?.open === false) shown.showModal();
    setFront(shown);
    return () => shown?.close();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself; the click is the tap beside it.
    <dialog
      ref={dialog}
      className={styles['sheet']}
      aria-label={label}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      <div className={styles['inside']}>
        <div className={styles['head']}>
          {head}
          <IconButton label={t('app.close')} onClick={onClose}>
            <IconX size={20} aria-hidden="true" />
          </IconButton>
        </div>
        <DeviceStatus />
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard. */}
        <div className={styles['body']} tabIndex={0}>
          {children}
        </div>
      </div>
      {driving && (
        <StopButton label={t('dock.stop')} description={t('action.stop')} moving={moving} busy={busy} onStop={stop} />
      )}
    </dialog>
  );
}

/** What the dock and the banner announce elsewhere: a screen reader reads nothing behind a dialog. */
function DeviceStatus() {
  const { t } = useTexts();
  const status = useDeviceStatus(useAreLinkedDevicesMoving());
  const unreached = useFollowersState((followers) => followers.unreached.join(', '));
  const failed = useDoesAnyDrivenTargetMatch(isStopUnsent) || unreached !== '';
  return (
    <>
      {failed && (
        <div className={styles['alert']}>
          <Alert
            tone="negative"
            title={t(unreached === '' ? 'dock.stopFailed' : 'dock.stopFailed.several', { devices: unreached })}
          />
        </div>
      )}
      <SettledStatus text={failed ? '' : t(DEVICE_STATUS_STYLE[status].text)} ms={settleMs(status)} />
    </>
  );
}

const isStopUnsent = ({ stopPhase }: DeviceState): boolean => stopPhase === 'could-not-send';

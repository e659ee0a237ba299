import { useDevice, useDeviceState } from '../../device/session/device-context.tsx';
import { useThrottledDraft } from '../../device/session/use-throttled-draft.ts';
import { useTexts } from '../../i18n/text.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Card } from '../../ui/card.tsx';
import { RemovableRow } from '../../ui/removable-row.tsx';
import { Switch } from '../../ui/switch.tsx';
import styles from './configure.module.css';
import { LockOutWarning } from './lock-out.tsx';
import { useReadOncePerSession } from './use-read-once-per-session.ts';
import { useStateOfDeviceSession } from './use-session-state.ts';

interface Radios {
  readonly wifi: boolean;
  readonly ble: boolean;
}

/** Wi-Fi and Bluetooth: without Wi-Fi the app can no longer reach the device. */
export function RadiosCard({ disabled }: { disabled: boolean }) {
  const { t } = useTexts();
  const device = useDevice();
  const reported = useDeviceState((state) => state.interfaces);
  const [isConfirming = false, setConfirming] = useStateOfDeviceSession<boolean>();
  const [switchedOff = false, setSwitchedOff] = useStateOfDeviceSession<boolean>();
  const [sent, setSent] = useStateOfDeviceSession<Radios>();
  useReadOncePerSession((one) => one.system.interfaces());

  // One request sets both: each is made of what was last requested, which the device may not have reported yet.
  const draft = useThrottledDraft<Radios>({
    reported: sent ?? reported,
    async send({ wifi, ble }) {
      setSent({ wifi, ble });
      try {
        await device.system.setInterfaces({ wifi, ble });
        if (!wifi) setSwitchedOff(true);
      } finally {
        setSent(undefined);
      }
    },
  });
  const { wifi, ble } = draft.shown;
  function set(next: Radios): void {
    draft.change(next);
    draft.release(next);
  }
  return (
    <Card title={t('configure.links')}>
      <fieldset disabled={disabled} aria-label={t('configure.links')}>
        <ul className={styles['links']}>
          <RemovableRow>
            <Switch
              label={t('configure.wifi')}
              hint={t('configure.wifi.hint')}
              checked={wifi && !isConfirming}
              onChange={(on) => {
                setConfirming(!on);
                if (on && !wifi) set({ wifi: true, ble });
              }}
            />
            {isConfirming && !disabled && (
              <LockOutWarning
                title={t('configure.wifi.lockOut')}
                text={t('configure.wifi.lockOut.text')}
                confirm={t('configure.wifi.off')}
                onConfirm={() => {
                  setConfirming(false);
                  set({ wifi: false, ble });
                }}
                onCancel={() => setConfirming(false)}
              />
            )}
            {switchedOff && disabled && (
              <Alert tone="info" title={t('configure.gone')}>
                {t('configure.gone.text')}
              </Alert>
            )}
          </RemovableRow>
          <li>
            <Switch
              label={t('configure.ble')}
              hint={t('configure.ble.hint')}
              checked={ble}
              onChange={(on) => set({ wifi, ble: on })}
            />
          </li>
        </ul>
      </fieldset>
    </Card>
  );
}

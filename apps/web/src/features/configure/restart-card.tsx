import { ConnectionMode } from '@tactus/protocol';
import { useState } from 'react';
import { useDevice } from '../../device/session/device-context.tsx';
import { useShowError } from '../../device/session/use-show-error.ts';
import { useTexts } from '../../i18n/text.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmHoldButton } from '../../ui/confirm-hold-button.tsx';
import { IconRotateClockwise } from '../../ui/icons.ts';
import { Select } from '../../ui/select.tsx';
import { BOOT_MODES } from './boot-modes.ts';
import { useStateOfDeviceSession } from './use-session-state.ts';

/** The boot mode of the device, and the restart that applies it. */
export function RestartCard({ disabled }: { disabled: boolean }) {
  const { t } = useTexts();
  const device = useDevice();
  const report = useShowError();
  const [mode, setMode] = useState<ConnectionMode>(ConnectionMode.WIFI);
  const [requested = false, setRequested] = useStateOfDeviceSession<boolean>();
  const chosen = BOOT_MODES.find((one) => one.mode === mode);
  return (
    <Card title={t('configure.restart')}>
      <Select
        label={t('configure.boot')}
        options={BOOT_MODES.map((one) => ({ value: String(one.mode), label: t(one.name) }))}
        value={String(mode)}
        disabled={disabled}
        onChange={(value) => {
          const next = BOOT_MODES.find((one) => String(one.mode) === value);
          if (next) setMode(next.mode);
        }}
      />
      {chosen?.isReached === true && <p className="note">{t(chosen.advice)}</p>}
      {chosen?.isReached === false && (
        <Alert tone="warning" title={t('configure.boot.lockOut')}>
          {`${t(chosen.advice)} ${t('configure.gone.text')}`}
        </Alert>
      )}
      <div className="row wrap gap-12">
        <ConfirmHoldButton
          disabled={disabled}
          icon={<IconRotateClockwise size={18} aria-hidden="true" />}
          onConfirm={() => {
            device.system.reboot(mode).then(() => setRequested(true), report);
          }}
        >
          {t('configure.restart.hold')}
        </ConfirmHoldButton>
      </div>
      <p className="note" role="status">
        {requested && disabled ? t('configure.restart.under') : t('configure.restart.hint')}
      </p>
    </Card>
  );
}

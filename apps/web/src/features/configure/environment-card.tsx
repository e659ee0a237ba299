import { Environment } from '@tactus/protocol';
import { useDevice, useDeviceState } from '../../device/session/device-context.tsx';
import { useShowError } from '../../device/session/use-show-error.ts';
import type { MessageKey } from '../../i18n/catalogs.ts';
import { useTexts } from '../../i18n/text.tsx';
import { Card } from '../../ui/card.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { LockOutWarning } from './lock-out.tsx';
import { useReadOncePerSession } from './use-read-once-per-session.ts';
import { useStateOfDeviceSession } from './use-session-state.ts';

const NAMES: Readonly<Record<Environment, MessageKey>> = {
  [Environment.PRODUCTION]: 'configure.environment.production',
  [Environment.STAGING]: 'configure.environment.staging',
  [Environment.DEVELOPMENT]: 'configure.environment.development',
};
const ORDER = [Environment.PRODUCTION, Environment.STAGING, Environment.DEVELOPMENT] as const;

/** The maker's environment with which the device communicates; it decides which firmware is offered. */
export function ServerEnvironmentCard({ disabled }: { disabled: boolean }) {
  const { t } = useTexts();
  const device = useDevice();
  const report = useShowError();
  const environment = useDeviceState((state) => state.environment);
  const [wanted, setWanted] = useStateOfDeviceSession<Environment>();
  useReadOncePerSession((one) => one.system.environment());

  function choose(next: Environment) {
    setWanted(undefined);
    device.system.setEnvironment(next).catch(report);
  }
  return (
    <Card title={t('configure.environment')}>
      {environment === undefined ? (
        <p className="note">{t('configure.notRead')}</p>
      ) : (
        <Segmented
          label={t('configure.environment')}
          options={ORDER.map((value) => ({ value, label: t(NAMES[value]) }))}
          value={wanted ?? environment}
          disabled={disabled}
          onChange={(next) => {
            if (next === environment) setWanted(undefined);
            else if (next === Environment.PRODUCTION) choose(next);
            else setWanted(next);
          }}
        />
      )}
      {wanted !== undefined && !disabled && (
        <LockOutWarning
          title={t('configure.environment.warning')}
          text={t('configure.environment.warning.text')}
          confirm={t('configure.environment.hold')}
          onConfirm={() => choose(wanted)}
          onCancel={() => setWanted(undefined)}
        />
      )}
      <p className="note" tabIndex={-1}>
        {t('configure.environment.hint')}
      </p>
    </Card>
  );
}

import { errorKinds } from '@tactus/protocol';
import type { MessageKey } from '../../i18n/catalogs.ts';
import { useTexts } from '../../i18n/text.tsx';
import { Alert } from '../../ui/alert.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { IconX } from '../../ui/icons.ts';
import type { ReportedFault } from './use-reported-fault.ts';

/** Advice about a fault, by its code; a device may send codes that are not listed here. */
const ADVICE: ReadonlyMap<number, MessageKey> = new Map([
  [errorKinds.hallSensor.code, 'trouble.fault.sensor'],
  [errorKinds.motorTemperatureHigh.code, 'trouble.fault.heat'],
  [errorKinds.sliderBlocked.code, 'trouble.fault.blocked'],
  ...[
    errorKinds.otaQueueWrite,
    errorKinds.otaError,
    errorKinds.otaMemory,
    errorKinds.otaNotStarted,
    errorKinds.otaNoPartition,
    errorKinds.otaInvalidBinary,
    errorKinds.otaFailedBefore,
  ].map(({ code }) => [code, 'trouble.fault.update'] as const),
]);

/** The device's text may be of any length: no more of it is shown than fits into an alert. */
const LONGEST_WORDS = 160;

/** The fault that the device reported. Its texts are loaded before. */
export function DeviceFaultAlert({ fault, onClose }: { fault: ReportedFault; onClose: () => void }) {
  const { t } = useTexts();
  const code = String(fault.code);
  const words = fault.message?.trim().slice(0, LONGEST_WORDS);
  return (
    <Alert
      tone="warning"
      title={t('trouble.fault')}
      action={
        <IconButton label={t('app.close')} onClick={onClose}>
          <IconX size={20} aria-hidden="true" />
        </IconButton>
      }
    >
      {t(ADVICE.get(fault.code) ?? 'trouble.fault.unknown')}{' '}
      {words ? t('trouble.fault.words', { code, words }) : t('trouble.fault.code', { code })}
    </Alert>
  );
}

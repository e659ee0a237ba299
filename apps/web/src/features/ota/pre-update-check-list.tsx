import { useStop } from '../../device/dock/use-stop.ts';
import { useDeviceState } from '../../device/session/device-context.tsx';
import type { MessageKey } from '../../i18n/catalogs.ts';
import { useTexts } from '../../i18n/text.tsx';
import { Button } from '../../ui/button.tsx';
import { IconAlertTriangle, IconCircleCheck, IconHelpCircle } from '../../ui/icons.ts';
import { useFocusNextOnRemoval } from '../../ui/removable-row.tsx';
import styles from './ota.module.css';
import {
  LEAST_BATTERY_TO_UPDATE,
  PRE_UPDATE_CHECKS,
  type PreUpdateCheck,
  type PreUpdateCheckResult,
  resultOfPreUpdateCheck,
} from './pre-update-checks.ts';

const TEXTS: Readonly<Record<PreUpdateCheck, Readonly<Record<PreUpdateCheckResult, MessageKey>>>> = {
  online: { ok: 'ota.check.online', no: 'ota.check.online.no', unknown: 'ota.check.online.no' },
  wifi: { ok: 'ota.check.wifi', no: 'ota.check.wifi.no', unknown: 'ota.check.wifi.no' },
  still: { ok: 'ota.check.still', no: 'ota.check.still.no', unknown: 'ota.check.still.no' },
  battery: { ok: 'ota.check.battery', no: 'ota.check.battery.no', unknown: 'ota.check.battery.unknown' },
};
const ICONS = { ok: IconCircleCheck, no: IconAlertTriangle, unknown: IconHelpCircle } as const;

/** The checks before an update, with their results. */
export function PreUpdateCheckList() {
  const { t } = useTexts();
  return (
    <ul className="grid gap-4" aria-label={t('ota.checks')}>
      {PRE_UPDATE_CHECKS.map((name) => (
        <CheckRow key={name} name={name} />
      ))}
    </ul>
  );
}

function CheckRow({ name }: { name: PreUpdateCheck }) {
  const { t, number } = useTexts();
  const result = useDeviceState((state) => resultOfPreUpdateCheck(name, state));
  const Icon = ICONS[result];
  return (
    <li className={styles['check']} data-result={result} tabIndex={-1}>
      <Icon className={styles['checkIcon']} size={20} aria-hidden="true" />
      <span className="grow">
        {t(TEXTS[name][result], { least: t('unit.percent', { value: number(LEAST_BATTERY_TO_UPDATE * 100) }) })}
      </span>
      {name === 'still' && result === 'no' && <StopFirst />}
    </li>
  );
}

/** The button disappears once the device is at rest: its row receives the focus then. */
function StopFirst() {
  const { t } = useTexts();
  return (
    <Button ref={useFocusNextOnRemoval<HTMLButtonElement>()} onClick={useStop()}>
      {t('dock.stop')}
    </Button>
  );
}

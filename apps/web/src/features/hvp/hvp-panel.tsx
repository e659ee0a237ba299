import { useCallback } from 'react';
import { useDevice, useDeviceState } from '../../device/session/device-context.tsx';
import { LiveText } from '../../device-view/position/live-text.tsx';
import { StrengthCard } from '../../device-view/vibration/strength-card.tsx';
import type { EditableVibration } from '../../device-view/vibration/use-vibration-control.ts';
import { canChooseFrequency } from '../../device-view/vibration/vibration-abilities.ts';
import { useTexts } from '../../i18n/text.tsx';
import { Card } from '../../ui/card.tsx';
import { Fact, FactList } from '../../ui/facts.tsx';
import { LivePanel } from '../../ui/panel-slot.tsx';
import styles from './hvp-panel.module.css';

const CHART_SPAN_S = 12;

/** The reported strength over time, the pitch, and the share of the request limit that the waves use. */
export function HvpPanel({ vibration }: { vibration: EditableVibration }) {
  const { t } = useTexts();
  const { control } = vibration;
  const wanted = useCallback(() => control.state.getState().amplitudePercent / 100, [control]);
  return (
    <LivePanel className={styles['panel']}>
      <StrengthCard spanS={CHART_SPAN_S} wanted={wanted} />
      <Card title={t('hvp.now')}>
        <NowFacts />
      </Card>
    </LivePanel>
  );
}

function NowFacts() {
  const { t, number } = useTexts();
  const device = useDevice();
  const enabled = useDeviceState((state) => state.hvp.enabled);
  const amplitude = useDeviceState((state) => Math.round(state.hvp.amplitude * 100));
  const frequency = useDeviceState((state) => state.hvp.frequency);
  const withFrequency = useDeviceState(canChooseFrequency);
  const readBudget = useCallback(() => {
    const { used, limit } = device.budget.headroom();
    return Number.isFinite(limit) ? t('hvp.requests.of', { used: number(used), limit: number(limit) }) : number(used);
  }, [device, t, number]);
  return (
    <FactList>
      <Fact name={t('hvp.strength')}>{enabled ? t('unit.percent', { value: number(amplitude) }) : t('hvp.off')}</Fact>
      {withFrequency && (
        <Fact name={t('hvp.pitch')}>{enabled ? t('hvp.hertz', { value: number(frequency) }) : '–'}</Fact>
      )}
      <Fact name={t('hvp.requests')}>
        <LiveText read={readBudget} />
      </Fact>
    </FactList>
  );
}

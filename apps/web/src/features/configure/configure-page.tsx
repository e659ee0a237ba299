import { hasLegacyFirmware, hasSlider } from '@tactus/sdk';
import { type RefObject, useLayoutEffect } from 'react';
import { LedGuide } from '../../device/linked/led-guide.tsx';
import { useConnectionStatus, useDeviceState } from '../../device/session/device-context.tsx';
import { DeviceDrawing } from '../../device-view/position/device-drawing.tsx';
import { useTexts } from '../../i18n/text.tsx';
import { useSetting } from '../../settings/use-settings.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { takeFocus } from '../../ui/inline-question.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { useFocusNextOnRemoval } from '../../ui/removable-row.tsx';
import styles from './configure.module.css';
import { ServerEnvironmentCard } from './environment-card.tsx';
import { DeviceFactsCard } from './facts-card.tsx';
import { RadiosCard } from './radios-card.tsx';
import { RestartCard } from './restart-card.tsx';
import { ScriptOffsetCard } from './script-offset-card.tsx';
import { StrokeWindowCard } from './stroke-window-card.tsx';

/** The settings stored in the device, its facts, and the meaning of its light. */
export function ConfigurePage() {
  const linked = useSetting((settings) => settings.connectionKey !== '');
  const legacy = useDeviceState(hasLegacyFirmware);
  return (
    <div className={styles['cards']}>
      {linked ? <Settings legacy={legacy} /> : <NoDevice />}
      <div className="grid shrink gap-16">
        {linked && <DeviceFactsCard />}
        <LedCard />
      </div>
    </div>
  );
}

function Settings({ legacy }: { legacy: boolean }) {
  const { t } = useTexts();
  // An action begun with one device must not reach another.
  const connectionKey = useDeviceState((state) => state.connectionKey);
  if (legacy) {
    return (
      <div className="grid shrink gap-16">
        <Alert
          tone="warning"
          title={t('configure.legacy')}
          action={<LinkButton to="/ota-fw3">{t('banner.toUpdate')}</LinkButton>}
        >
          {t('configure.legacy.text')}
        </Alert>
      </div>
    );
  }
  return <SettingsOfDevice key={connectionKey} />;
}

function SettingsOfDevice() {
  const { t } = useTexts();
  const ready = useConnectionStatus() === 'ready';
  const updating = useDeviceState((state) => state.ota.ongoing);
  const slider = useDeviceState(hasSlider);
  const disabled = !ready || updating;
  const group = useFocusNextOnRemoval<HTMLFieldSetElement>();
  useMoveFocusFromDisabledControl(group, disabled);
  return (
    <fieldset ref={group} className="grid shrink gap-16" aria-label={t('page.configure')} tabIndex={-1}>
      {slider && <StrokeWindowCard disabled={disabled} />}
      <ScriptOffsetCard disabled={disabled} />
      <RadiosCard disabled={disabled} />
      <RestartCard disabled={disabled} />
      <ServerEnvironmentCard disabled={disabled} />
    </fieldset>
  );
}

function NoDevice() {
  const { t } = useTexts();
  const device = useSetting((settings) => settings.device);
  return (
    <EmptyState
      picture={<DeviceDrawing device={device} size={168} />}
      title={t('connect.needed.title')}
      text={t('configure.noDevice')}
      action={
        <LinkButton to="/device-selection" search={{ redirect: '/configure' }} variant="primary" size="lg">
          {t('dock.connect')}
        </LinkButton>
      }
    />
  );
}

function LedCard() {
  const { t } = useTexts();
  return (
    <Card title={t('led.title')}>
      <LedGuide />
    </Card>
  );
}

/** A disabled control loses the focus: the group around it, which a program can focus, receives it. */
function useMoveFocusFromDisabledControl(group: RefObject<HTMLElement | null>, disabled: boolean): void {
  useLayoutEffect(() => {
    const focused = document.activeElement;
    if (disabled && group.current?.contains(focused) && focused?.matches(':disabled')) takeFocus(group.current);
  }, [group, disabled]);
}

import { useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTexts } from '../../i18n/text.tsx';
import { useSetting } from '../../settings/use-settings.tsx';
import { IconBattery, IconBatteryCharging, IconTemperature } from '../../ui/icons.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { Dot } from '../../ui/pill.tsx';
import { SettledStatus } from '../../ui/settled-status.tsx';
import { StopButton } from '../../ui/stop-button.tsx';
import { useDoesAnyDrivenTargetMatch, useIsAnyDrivenTargetMoving } from '../linked/driven-devices.tsx';
import { useAreLinkedDevicesMoving, useFollowersState } from '../linked/linked-devices-context.tsx';
import { useDeviceState } from '../session/device-context.tsx';
import { DEVICE_STATUS_STYLE, type ShownDeviceStatus, settleMs, useDeviceStatus } from '../session/device-status.ts';
import { hasConnectionKey, isStopping, modeName } from '../session/motion.ts';
import { DeviceSheetButton } from './device-sheet-button.tsx';
import styles from './dock.module.css';
import { useStop } from './use-stop.ts';

interface DockProps {
  /** The live position. */
  strip: ReactNode;
  /** Opens the menu, on screens without a rail. */
  menuButton?: ReactNode;
}

/** The bar that never scrolls away: connection, device, mode, live position, battery, and Stop. */
export function Dock({ strip, menuButton }: DockProps) {
  const linked = useSetting((settings) => settings.connectionKey !== '');
  return <DockFrame menuButton={menuButton}>{linked ? <LinkedDock strip={strip} /> : <UnlinkedDock />}</DockFrame>;
}

function DockFrame({ menuButton, children }: { menuButton: ReactNode; children: ReactNode }) {
  const { t } = useTexts();
  return (
    <section className={styles['dock']} aria-label={t('dock.label')} data-dock="">
      {menuButton}
      {children}
    </section>
  );
}

/** Without a linked device the page may still drive something: a channel, a device that is tried out. */
function UnlinkedDock() {
  'use no memo'; // Seldom rendered: what the compiler adds would be larger than what it saves.
  const { t } = useTexts();
  const driving = useDoesAnyDrivenTargetMatch(hasConnectionKey);
  const here = useLocation({ select: (location) => location.pathname });
  return (
    <>
      <p className={styles['empty']}>{t('dock.noDevice')}</p>
      <LinkButton to="/device-selection" search={{ redirect: here }}>
        {t('connect.submit')}
      </LinkButton>
      {driving && <DockStop moving />}
    </>
  );
}

function LinkedDock({ strip }: { strip: ReactNode }) {
  const { t, number } = useTexts();
  // Where the page drives the device in use alone, the state shown is that device's, unless a follower still moves.
  const followers = useFollowersState(({ members, moving }) => {
    const takingPart = members.filter(({ part }) => part !== 'out').length;
    return takingPart === 0 && moving ? members.length : takingPart;
  });
  const unreached = useFollowersState((state) => state.unreached.join(', '));
  const device = useSetting((settings) => settings.device);
  const name = followers === 0 ? device : t('dock.several', { device, count: number(followers) });
  return (
    <DockOf
      name={<DeviceSheetButton>{name}</DeviceSheetButton>}
      moving={useAreLinkedDevicesMoving()}
      strip={strip}
      stopFailed={t(unreached === '' ? 'dock.stopFailed' : 'dock.stopFailed.several', { devices: unreached })}
    />
  );
}

interface DockOfProps {
  /** The name of the device. */
  name: ReactNode;
  /** Whether anything moves that Stop would stop. */
  moving: boolean;
  strip: ReactNode;
  /** The text where Stop could not be sent, other than to use the device's power button. */
  stopFailed: string;
}

/** The dock of a device other than the linked one, such as a shared one: that of the surrounding provider. */
export function OtherDeviceDock(props: DockOfProps) {
  return (
    <DockFrame menuButton={undefined}>
      <DockOf {...props} />
    </DockFrame>
  );
}

function DockOf({ name, moving, strip, stopFailed }: DockOfProps) {
  const status = useDeviceStatus(moving);
  return (
    <>
      <div className={styles['middle']}>
        <div className={styles['words']}>
          <DockWho name={name} status={status} />
          <DockStatus status={status} stopFailed={stopFailed} />
        </div>
        {strip}
      </div>
      <DockStop moving={moving} />
    </>
  );
}

/** Stops everything that this page drives. */
function DockStop({ moving }: { moving: boolean }) {
  const { t } = useTexts();
  const stop = useStop();
  const busy = useDoesAnyDrivenTargetMatch(isStopping);
  const anyMoving = useIsAnyDrivenTargetMoving() || moving;
  return (
    <div className={styles['stop']}>
      <StopButton
        label={t('dock.stop')}
        description={t('dock.stopHint')}
        moving={anyMoving}
        busy={busy}
        onStop={stop}
      />
    </div>
  );
}

function DockWho({ name, status }: { name: ReactNode; status: ShownDeviceStatus }) {
  return (
    <div className="row wrap align-center gap-x-8">
      <Dot tone={DEVICE_STATUS_STYLE[status].tone} />
      <span className={styles['name']}>{name}</span>
      <span className={styles['signs']}>
        <MotorHot />
        <Battery />
      </span>
    </div>
  );
}

/** The state of the device, announced once it lasts; what moves it beside it. */
function DockStatus({ status, stopFailed }: { status: ShownDeviceStatus; stopFailed: string }) {
  const { t } = useTexts();
  const mode = useDeviceState((state) => modeName(state.mode));
  const text = status === 'stopFailed' ? stopFailed : t(DEVICE_STATUS_STYLE[status].text);
  return (
    <p className={styles['what']}>
      <span data-status={status}>{text}</span>
      {status === 'moving' && mode !== undefined && <span className={styles['mode']}>{t(mode)}</span>}
      <SettledStatus text={text} ms={settleMs(status)} />
    </p>
  );
}

/** The banner explains it; the button stays where the hand is. */
function MotorHot() {
  const { t } = useTexts();
  const hot = useDeviceState((state) => state.trouble.motorHot);
  if (!hot) return null;
  return (
    <span className={styles['hot']} title={t('dock.motorHot')}>
      <IconTemperature size={20} aria-label={t('dock.motorHot')} role="img" />
    </span>
  );
}

function Battery() {
  const { t, number } = useTexts();
  const level = useDeviceState((state) => state.battery?.level);
  const charging = useDeviceState((state) => state.battery?.charger_connected === true);
  if (level === undefined) return null;
  const percent = t('unit.percent', { value: number(Math.round(level * 100)) });
  const Icon = charging ? IconBatteryCharging : IconBattery;
  return (
    <span className={styles['battery']}>
      <Icon size={20} aria-label={charging ? t('dock.charging') : t('dock.battery')} role="img" />
      {percent}
    </span>
  );
}

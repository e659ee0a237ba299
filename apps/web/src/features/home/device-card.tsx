import { FirmwareStatus } from '@tactus/protocol';
import { hasConnectionTrouble } from '../../device/dock/has-connection-trouble.ts';
import { useAreLinkedDevicesMoving } from '../../device/linked/linked-devices-context.tsx';
import { useConnectionStatus, useDeviceState } from '../../device/session/device-context.tsx';
import { DEVICE_STATUS_STYLE, FIRMWARE_STATUS_TEXT, useDeviceStatus } from '../../device/session/device-status.ts';
import { modeName } from '../../device/session/motion.ts';
import { LiveDeviceDrawing } from '../../device-view/position/live-device-drawing.tsx';
import { useTexts } from '../../i18n/text.tsx';
import { useSetting } from '../../settings/use-settings.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Dot } from '../../ui/pill.tsx';
import { useControlPages, useFirstControlPage } from './control-pages.ts';
import styles from './device-card.module.css';

/** The device: its name, its state, and the first action with it. */
export function DeviceCard() {
  const { t } = useTexts();
  const device = useSetting((settings) => settings.device);
  const linked = useSetting((settings) => settings.connectionKey !== '');
  return (
    <section className={styles['card']} aria-label={t('home.device')}>
      <div className={styles['picture']}>
        <LiveDeviceDrawing device={device} />
      </div>
      <div className={styles['words']}>
        <h1 className={styles['name']}>{device}</h1>
        {linked ? <Linked /> : <Unlinked />}
      </div>
    </section>
  );
}

function Unlinked() {
  const { t } = useTexts();
  return (
    <>
      <p className={styles['text']}>{t('home.unlinked')}</p>
      <div className={styles['actions']}>
        <LinkButton to="/device-selection" variant="primary" size="lg">
          {t('dock.connect')}
        </LinkButton>
      </div>
    </>
  );
}

function Linked() {
  const { t } = useTexts();
  const connection = useConnectionStatus();
  const ready = connection === 'ready';
  const trouble = useDeviceState(hasConnectionTrouble);
  const status = useDeviceStatus(useAreLinkedDevicesMoving());
  const style = DEVICE_STATUS_STYLE[status];
  const mode = useDeviceState((state) => modeName(state.mode));
  return (
    <>
      <p className={styles['state']}>
        <Dot tone={style.tone} />
        {t(style.text)}
        {status === 'moving' && mode !== undefined && <span className={styles['mode']}>{t(mode)}</span>}
      </p>
      {ready && <Facts />}
      {!ready && !trouble && connection !== 'noNetwork' && <p className={styles['text']}>{t('connection.wait')}</p>}
      <div className={styles['actions']}>
        {ready ? (
          <>
            <Continue />
            <Update />
          </>
        ) : (
          <LinkButton to="/device-selection" size="lg">
            {t('home.checkKey')}
          </LinkButton>
        )}
      </div>
    </>
  );
}

/** One tap: the update page checks the device, and then starts by itself. Only this tap starts it so. */
function Update() {
  const { t } = useTexts();
  const waits = useDeviceState(
    ({ info }) => info?.fw_status !== undefined && info.fw_status !== FirmwareStatus.UP_TO_DATE,
  );
  const updating = useDeviceState((state) => state.ota.ongoing);
  if (!waits || updating) return null;
  return (
    <LinkButton to="/ota" state={{ startUpdate: true }} size="lg">
      {t('firmware.update')}
    </LinkButton>
  );
}

/** A link to the control page used last; on first use, to the page to begin with. */
function Continue() {
  const { t } = useTexts();
  const last = useSetting((settings) => settings.lastControlPage);
  const pages = useControlPages();
  const resumed = pages.find((page) => page.path === last);
  const begin = useFirstControlPage();
  const to = resumed ?? begin;
  if (to === undefined) return null;
  return (
    <LinkButton to={to.path} variant="primary" size="lg">
      {resumed === undefined ? t('home.control') : t('home.continue', { page: t(resumed.name) })}
    </LinkButton>
  );
}

function Facts() {
  const { t, number } = useTexts();
  const version = useDeviceState((state) => state.info?.fw_version);
  const status = useDeviceState((state) => state.info?.fw_status);
  const battery = useDeviceState((state) => state.battery?.level);
  return (
    <dl className={styles['facts']}>
      {version !== undefined && status !== undefined && (
        <div>
          <dt>{t('firmware.label')}</dt>
          <dd data-attention={status !== FirmwareStatus.UP_TO_DATE || undefined}>
            {t('firmware.version', { version, status: t(FIRMWARE_STATUS_TEXT[status]) })}
          </dd>
        </div>
      )}
      {battery !== undefined && (
        <div>
          <dt>{t('dock.battery')}</dt>
          <dd>{t('unit.percent', { value: number(Math.round(battery * 100)) })}</dd>
        </div>
      )}
    </dl>
  );
}

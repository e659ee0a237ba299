import { FirmwareStatus } from '@tactus/protocol';
import { useLocation } from '@tanstack/react-router';
import type { MessageKey } from '../../i18n/catalogs.ts';
import { useTexts } from '../../i18n/text.tsx';
import { useSetting } from '../../settings/use-settings.tsx';
import { Fact, FactList } from '../../ui/facts.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Dot } from '../../ui/pill.tsx';
import type { FollowerPart } from '../linked/followers.ts';
import { FoldedLedGuide } from '../linked/led-guide.tsx';
import { deviceModelName } from '../linked/linked-device-name.ts';
import { useAreLinkedDevicesMoving, useFollowersState, useLinkedDevices } from '../linked/linked-devices-context.tsx';
import { MaskedKeyLine } from '../linked/masked-key-line.tsx';
import { useCloudFeatures } from '../session/deployment.ts';
import { useConnectionStatus, useDeviceState } from '../session/device-context.tsx';
import {
  CONNECTION_STATUS_STYLE,
  DEVICE_STATUS_STYLE,
  FIRMWARE_STATUS_TEXT,
  useDeviceStatus,
} from '../session/device-status.ts';
import { useRoundTripMs } from '../session/use-round-trip.ts';
import { whyNotReady } from './connection-trouble.ts';
import { TroubleAlert } from './connection-trouble-alert.tsx';
import styles from './device-sheet.module.css';
import { DialogWithStop } from './dialog-with-stop.tsx';

const PART_TEXTS: Readonly<Record<FollowerPart, MessageKey>> = {
  follows: 'link.part.follows',
  rests: 'link.part.rests',
  out: 'link.part.out',
};

/** The device in use: its connection, its facts, and what to do while it is not connected. Its texts are loaded before. */
export function DeviceSheet({ onClose }: { onClose: () => void }) {
  const { t } = useTexts();
  const saved = useSavedDevice();
  const device = useSetting((settings) => settings.device);
  const connectionKey = useSetting((settings) => settings.connectionKey);
  const name = saved?.nickname || device;
  return (
    <DialogWithStop label={t('home.device')} head={<h2 className="shrink break">{name}</h2>} onClose={onClose}>
      <div className={styles['parts']}>
        <State />
        <Trouble />
        <div className="column gap-4">
          <p className="note">{t('connect.key')}</p>
          <MaskedKeyLine connectionKey={connectionKey} />
        </div>
        <Facts />
        <Followers />
        <Actions />
        <FoldedLedGuide />
      </div>
    </DialogWithStop>
  );
}

/** The device in use as this browser has saved it; undefined before it has ever connected. */
function useSavedDevice() {
  return useSetting(({ linkedDevices, connectionKey }) =>
    linkedDevices.find((one) => one.connectionKey === connectionKey),
  );
}

function State() {
  const { t, number } = useTexts();
  const roundTrip = useRoundTripMs();
  const style = DEVICE_STATUS_STYLE[useDeviceStatus(useAreLinkedDevicesMoving())];
  return (
    <p className="row gap-8 align-center tabular">
      <Dot tone={style.tone} />
      {t(style.text)}
      {style.tone === 'ok' && roundTrip > 0 && ` · ${t('unit.ms', { value: number(roundTrip) })}`}
    </p>
  );
}

function Trouble() {
  const features = useCloudFeatures();
  const isCutOff = useConnectionStatus() === 'noNetwork';
  return <TroubleAlert trouble={useDeviceState((state) => whyNotReady(state, features, isCutOff))} />;
}

function Facts() {
  const { t, number } = useTexts();
  const saved = useSavedDevice();
  const cloud = new URL(useLinkedDevices().cloud.apiBase, window.location.href);
  const model = useDeviceState(({ info }) => deviceModelName(info?.hw_model_no)) ?? deviceModelName(saved?.modelNo);
  const version = useDeviceState(({ info }) => info?.fw_version) ?? saved?.firmware;
  const status = useDeviceState(({ info }) => info?.fw_status);
  const battery = useDeviceState((state) => state.battery);
  const isHere = cloud.origin === window.location.origin;
  return (
    <FactList>
      <Fact name={t('link.cloud')}>{isHere ? t('link.cloud.here', { host: cloud.host }) : cloud.host}</Fact>
      {model !== undefined && <Fact name={t('link.model')}>{model}</Fact>}
      {version !== undefined && (
        <Fact name={t('firmware.label')}>
          {status === undefined ? version : t('firmware.version', { version, status: t(FIRMWARE_STATUS_TEXT[status]) })}
        </Fact>
      )}
      {battery !== undefined && (
        <Fact name={t(battery.charger_connected ? 'dock.charging' : 'dock.battery')}>
          {t('unit.percent', { value: number(Math.round(battery.level * 100)) })}
        </Fact>
      )}
    </FactList>
  );
}

/** The devices that follow, each with what keeps it from taking part. */
function Followers() {
  const { t } = useTexts();
  const members = useFollowersState((followers) => followers.members);
  if (members.length === 0) return null;
  return (
    <div className="column gap-4">
      <p className="note">{t('link.together')}</p>
      <FactList>
        {members.map(({ connectionKey, name, word, part }) => (
          <Fact key={connectionKey} name={name}>
            {t(word === 'ready' ? PART_TEXTS[part] : CONNECTION_STATUS_STYLE[word].text)}
          </Fact>
        ))}
      </FactList>
    </div>
  );
}

/** Where the device is changed: its firmware, its own settings, another one in its place. */
function Actions() {
  const { t } = useTexts();
  const here = useLocation({ select: ({ pathname }) => pathname });
  const isAlone = useSetting(({ linkedDevices, connectionKey }) =>
    linkedDevices.every((one) => one.connectionKey === connectionKey),
  );
  const waits = useDeviceState(
    ({ info }) => (info?.fw_status ?? FirmwareStatus.UP_TO_DATE) !== FirmwareStatus.UP_TO_DATE,
  );
  return (
    <div className="row wrap gap-8 align-center">
      {isAlone ? (
        <LinkButton to="/device-selection" search={{ redirect: here }}>
          {t('link.another')}
        </LinkButton>
      ) : (
        <LinkButton to="/link">{t('link.another')}</LinkButton>
      )}
      <LinkButton to="/configure">{t('page.configure')}</LinkButton>
      {waits && <LinkButton to="/ota">{t('banner.toUpdate')}</LinkButton>}
    </div>
  );
}

import { FirmwareStatus } from '@tactus/protocol';
import { connectionStatus, type DeviceState } from '@tactus/sdk';
import type { ComponentType } from 'react';
import type { MessageKey } from '../../i18n/catalogs.ts';
import type { AlertTone } from '../../ui/alert.tsx';
import type { ForeignController } from '../session/foreign-controller.ts';
import { isDeviceRestarting, type RestartTrouble } from '../session/use-restart.ts';
import { hasConnectionTrouble } from './has-connection-trouble.ts';

/** A message about the device that stands above every page. */
export interface Banner {
  readonly tone: AlertTone;
  readonly title: MessageKey;
  readonly text: MessageKey;
  /** The actions that the banner offers. */
  readonly action?: 'take-control' | 'dismiss' | 'update';
}

/** The facts that banners depend on. */
export interface BannerFacts {
  readonly device: DeviceState;
  /** A device that follows the one in use is lost. */
  readonly followerLost: boolean;
  /** A Stop has not reached a device that others follow, one that follows, or one that was let go since. */
  readonly isOneUnreached?: boolean;
  /** The text about a restart, beside that the device is back soon. */
  readonly restart?: RestartTrouble | undefined;
  /** The client that has taken the device over. */
  readonly controller: ForeignController | undefined;
  /** Another tab of this browser has taken control from this one, and the person has not closed that banner. */
  readonly takenOver?: boolean;
  /** The device has reported a fault, and the person has not closed its banner. */
  readonly hasFault?: boolean;
  readonly site: SiteStatus;
  /** The alerts and texts that load once the device is connected are there; until then there are none of these banners. */
  readonly troubleLoaded: boolean;
}

/** The state of the site that serves the app. */
export interface SiteStatus {
  /** The site cannot be reached: the app runs from the browser's cache. */
  readonly offline: boolean;
  /** There is a newer version of the app than the one that runs, and the person has not closed that banner. */
  readonly newVersion: boolean;
  /** The banner of both, once it is loaded; until then there is none. */
  readonly Notice?: ComponentType;
}

/** The one banner to show, the most serious first; undefined while all is well. */
export function mostSeriousBanner(facts: BannerFacts): Banner | LateBanner | undefined {
  const linked = facts.device.connectionKey !== undefined;
  return BANNERS.find(
    ({ banner, ofSite, when }) =>
      (linked || ofSite) && (facts.troubleLoaded || !isLate(banner)) && when(facts.device, facts),
  )?.banner;
}

/** Whether a banner, or its texts, are loaded once the device is connected. */
const isLate = (banner: Banner | LateBanner): boolean =>
  /^(trouble|fault)/.test(typeof banner === 'string' ? banner : banner.title);

/** The late facts: why the device is not connected, the faults that it reports, the notices of the site. */
type LateBanner = 'trouble' | 'fault' | 'site';

/** Less than one per cent, as the device last reported. */
const EMPTY_01 = 0.01;
const isEmpty = ({ battery }: DeviceState): boolean =>
  battery !== undefined && battery.level < EMPTY_01 && battery.charger_connected !== true;

interface BannerRow {
  readonly when: (state: DeviceState, facts: BannerFacts) => boolean;
  readonly banner: Banner | LateBanner;
  /** Shown without a device too. */
  readonly ofSite?: true;
}

const TAKEN_OVER = { tone: 'warning', title: 'trouble.takenOver', text: 'trouble.takenOver.text' } as const;

const STOP_FAILED = { tone: 'negative', title: 'banner.stopFailed', text: 'banner.stopFailed.text' } as const;

const BANNERS: readonly BannerRow[] = [
  {
    when: (_, { isOneUnreached }) => isOneUnreached === true,
    banner: { ...STOP_FAILED, text: 'banner.stopFailed.several' },
    ofSite: true,
  },
  {
    when: (state) => state.stopPhase === 'could-not-send',
    banner: STOP_FAILED,
  },
  {
    // Where the device's cloud is elsewhere and answers, everything but this site works.
    when: (state, { site }) => site.Notice !== undefined && site.offline && connectionStatus(state) !== 'ready',
    banner: 'site',
    ofSite: true,
  },
  {
    // This banner has advice; a cloud that is out of reach, or a lost device, reports nothing about its key.
    when: hasConnectionTrouble,
    banner: 'trouble',
  },
  {
    // Without its events the state of the device is unknown.
    when: (state) => !state.sseConnected && state.sseError !== undefined,
    banner: { tone: 'negative', title: 'banner.noCloud', text: 'banner.noCloud.text' },
  },
  {
    when: (state) => connectionStatus(state) === 'lost' && isEmpty(state),
    banner: { tone: 'negative', title: 'trouble.batteryEmpty', text: 'trouble.batteryEmpty.text' },
  },
  {
    when: (state, { restart }) => restart === 'away' && isDeviceRestarting(state),
    banner: { tone: 'warning', title: 'trouble.restartAway', text: 'trouble.restartAway.text' },
  },
  {
    when: (state, { restart }) => restart === 'late' && isDeviceRestarting(state),
    banner: { tone: 'warning', title: 'trouble.restartLate', text: 'trouble.restartLate.text' },
  },
  {
    // The report of a device that begins a restart.
    when: isDeviceRestarting,
    banner: { tone: 'info', title: 'trouble.restart', text: 'trouble.restart.text' },
  },
  {
    when: (state) => connectionStatus(state) === 'lost',
    banner: { tone: 'negative', title: 'banner.lost', text: 'banner.lost.text' },
  },
  {
    when: (_, { followerLost }) => followerLost,
    banner: { tone: 'negative', title: 'trouble.followerLost', text: 'trouble.followerLost.text' },
  },
  {
    when: (state) => state.ota.ongoing,
    banner: { tone: 'info', title: 'trouble.updating', text: 'trouble.updating.text', action: 'update' },
  },
  {
    when: (state) => state.trouble.motorHot,
    banner: { tone: 'warning', title: 'trouble.motorHot', text: 'trouble.motorHot.text' },
  },
  {
    when: (state) => state.trouble.sliderBlocked,
    banner: { tone: 'warning', title: 'trouble.sliderBlocked', text: 'trouble.sliderBlocked.text' },
  },
  { when: (_, { hasFault }) => hasFault === true, banner: 'fault' },
  {
    when: (_, { controller }) => controller === 'app',
    banner: { tone: 'warning', title: 'trouble.otherApp', text: 'trouble.otherApp.text', action: 'dismiss' },
  },
  {
    when: (_, { controller }) => controller === 'unclear',
    banner: { tone: 'info', title: 'trouble.otherHand', text: 'trouble.otherHand.text', action: 'dismiss' },
  },
  {
    when: (_, { controller }) => controller === 'guest',
    banner: { tone: 'info', title: 'trouble.guest', text: 'trouble.guest.text', action: 'dismiss' },
  },
  {
    when: (state) => state.info?.fw_status === FirmwareStatus.UPDATE_REQUIRED,
    banner: { tone: 'warning', title: 'trouble.updateRequired', text: 'trouble.updateRequired.text', action: 'update' },
  },
  {
    when: (state) => state.trouble.lowMemory,
    banner: { tone: 'warning', title: 'trouble.lowMemory', text: 'trouble.lowMemory.text' },
  },
  {
    when: ({ control }, { takenOver = false }) => takenOver && control === 'elsewhere',
    banner: { ...TAKEN_OVER, action: 'take-control' },
  },
  {
    // That tab has released the device since.
    when: (_, { takenOver }) => takenOver === true,
    banner: { ...TAKEN_OVER, action: 'dismiss' },
  },
  {
    when: (state) => state.control === 'elsewhere',
    banner: { tone: 'info', title: 'banner.heldElsewhere', text: 'banner.heldElsewhere.text', action: 'take-control' },
  },
  {
    when: (state) => state.connectingTimeout,
    banner: { tone: 'info', title: 'trouble.slow', text: 'trouble.slow.text' },
  },
  {
    when: (_, { site }) => site.Notice !== undefined && site.newVersion,
    banner: 'site',
    ofSite: true,
  },
];

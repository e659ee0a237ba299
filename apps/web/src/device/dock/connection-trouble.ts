import { type CloudFeatures, connectionStatus, type DeviceState } from '@tactus/sdk';
import type { MessageKey } from '../../i18n/catalogs.ts';
import type { AlertTone } from '../../ui/alert.tsx';
import { hasConnectionTrouble } from './has-connection-trouble.ts';

/** Why the device is not connected: a title, and a text with advice. */
export interface ConnectionTrouble {
  readonly tone: AlertTone;
  readonly title: MessageKey;
  readonly text: MessageKey;
  /** Other possible causes. */
  readonly besides?: MessageKey;
  /** Whether trying again by hand may help, beside the automatic attempts. */
  readonly canTry: boolean;
}

const failed = (title: MessageKey, text: MessageKey): ConnectionTrouble => ({
  tone: 'negative',
  canTry: true,
  title,
  text,
});

const NO_CREDENTIAL = failed('trouble.noCredential', 'trouble.noCredential.text');
const REFUSED = failed('trouble.refused', 'trouble.refused.text');
const KEY_REFUSED = failed('trouble.keyRefused', 'trouble.keyRefused.text');
const NOT_SENT = failed('connection.refused', 'error.unexpected');
const UNKNOWN_KEY = failed('trouble.unknownKey', 'trouble.unknownKey.text');
const WAITING: ConnectionTrouble = {
  tone: 'info',
  canTry: false,
  title: 'trouble.waiting',
  text: 'trouble.waiting.text',
};
const OFFLINE: ConnectionTrouble = {
  tone: 'warning',
  canTry: true,
  title: 'trouble.deviceOffline',
  text: 'trouble.slow.text',
};
const OFFLINE_OR_KEY: ConnectionTrouble = { ...OFFLINE, besides: 'trouble.deviceOffline.orKey' };

/**
 * Why the device is not connected, as far as its cloud reports: refused, unknown, absent, or too many requests. Some clouds
 * cannot distinguish an unknown key from an absent device. `undefined` while all is well, and for other causes.
 */
export function connectionTrouble(
  state: DeviceState,
  { unknownKeys = false }: Pick<CloudFeatures, 'unknownKeys'>,
): ConnectionTrouble | undefined {
  if (!hasConnectionTrouble(state)) return undefined;
  const status = connectionStatus(state);
  if (status === 'refused') {
    const code = state.refusal?.code;
    if (code === 'unauthenticated') return REFUSED;
    if (code === 'bad-input') return NO_CREDENTIAL;
    // The tab that holds the event stream passes on the code of a refusal, and not its status.
    return code === 'api' ? KEY_REFUSED : NOT_SENT;
  }
  if (status === 'unknown') return UNKNOWN_KEY;
  if (status === 'waiting') return WAITING;
  return unknownKeys ? OFFLINE : OFFLINE_OR_KEY;
}

const CLOUD_AWAY = failed('banner.noCloud', 'banner.noCloud.text');
const NO_NETWORK: ConnectionTrouble = { ...CLOUD_AWAY, tone: 'warning', title: 'connection.noNetwork' };
const LOST = failed('banner.lost', 'banner.lost.text');
const CONNECTING: ConnectionTrouble = {
  tone: 'info',
  canTry: false,
  title: 'connection.connecting',
  text: 'connection.wait',
};

/** Why the device is not ready, whatever the cause; `undefined` while it is ready. `isCutOff`: without a network. */
export function whyNotReady(
  state: DeviceState,
  features: Pick<CloudFeatures, 'unknownKeys'>,
  isCutOff: boolean,
): ConnectionTrouble | undefined {
  const status = connectionStatus(state);
  if (isCutOff) return NO_NETWORK;
  if (status === 'ready') return undefined;
  const trouble = connectionTrouble(state, features);
  if (trouble !== undefined) return trouble;
  if (!state.sseConnected && state.sseError !== undefined) return CLOUD_AWAY;
  return status === 'lost' ? LOST : CONNECTING;
}

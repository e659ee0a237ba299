import { type CallName, DeviceMode } from '@tactus/protocol';

/** The modes that an owner may allow to guests. */
export const GUEST_MODES = ['hamp', 'hdsp', 'hvp', 'hsp'] as const;
export type GuestMode = (typeof GUEST_MODES)[number];

/** The meaning of a call for a guest: it reads, it stops, it drives in a mode, it sets a mode, or guests may not make it. */
export type GuestCallKind = 'read' | 'stop' | 'stream' | GuestMode | 'never';

/**
 * Classifies a call of the contract for guests. Any guest may stop the device: by the stop calls, the idle mode, and a
 * direct move of no time that stops on its target. Total: a new call of the contract does not compile without an entry
 * here.
 */
export function guestCallKind(name: CallName, input: unknown): GuestCallKind {
  return kinds[name] !== 'stop' && isObject(input) && stopsByItsInput(name, input) ? 'stop' : kinds[name];
}

const isObject = (input: unknown): input is Readonly<Record<string, unknown>> =>
  typeof input === 'object' && input !== null;

function stopsByItsInput(name: CallName, input: Readonly<Record<string, unknown>>): boolean {
  if (name === 'info.setMode' || name === 'info.setMode2') return input['mode'] === DeviceMode.IDLE;
  const isTimed = name === 'hdsp.xat' || name === 'hdsp.xpt';
  return isTimed && input['t'] === 0 && input['stop_on_target'] === true;
}

const kinds: Readonly<Record<CallName, GuestCallKind>> = {
  'auth.issueToken': 'never',
  'auth.renewToken': 'never',
  'utils.servertime': 'read',
  'info.connected': 'read',
  'info.info': 'read',
  'info.mode': 'read',
  'info.setMode': 'never',
  'info.setMode2': 'never',
  'info.capabilities': 'read',
  'info.sids': 'read',
  'info.statistics': 'read',
  'info.sliderSettings': 'read',
  'hamp.state': 'read',
  'hamp.start': 'hamp',
  'hamp.stop': 'stop',
  'hamp.velocity': 'hamp',
  'hamp.stroke': 'hamp',
  'hdsp.xava': 'hdsp',
  'hdsp.xavp': 'hdsp',
  'hdsp.xpva': 'hdsp',
  'hdsp.xpvp': 'hdsp',
  'hdsp.xat': 'hdsp',
  'hdsp.xpt': 'hdsp',
  'hssp.state': 'read',
  'hssp.setup': 'never',
  'hssp.play': 'never',
  'hssp.stop': 'stop',
  'hssp.pause': 'never',
  'hssp.resume': 'never',
  'hssp.synctime': 'never',
  'hsp.state': 'read',
  'hsp.setup': 'hsp',
  'hsp.flush': 'hsp',
  'hsp.add': 'hsp',
  'hsp.play': 'hsp',
  'hsp.stop': 'stop',
  'hsp.pause': 'hsp',
  'hsp.resume': 'hsp',
  'hsp.threshold': 'hsp',
  'hsp.pauseOnStarving': 'hsp',
  'hsp.synctime': 'hsp',
  'hsp.loop': 'hsp',
  'hsp.playbackrate': 'hsp',
  'hstp.info': 'read',
  'hstp.clocksync': 'never',
  'hstp.offset': 'read',
  'hstp.setOffset': 'never',
  'hvp.state': 'read',
  'hvp.setState': 'hvp',
  'hvp.start': 'hvp',
  'hvp.stop': 'stop',
  'slider.state': 'read',
  'slider.stroke': 'read',
  'slider.setStroke': 'never',
  'stream.state': 'read',
  'stream.setup': 'never',
  'stream.play': 'never',
  'stream.stop': 'stop',
  'stream.synctime': 'never',
  'system.interfaces': 'read',
  'system.setInterfaces': 'never',
  'system.environment': 'read',
  'system.setEnvironment': 'never',
  'system.reboot': 'never',
  'ota.latest': 'read',
  'ota.versions': 'read',
  'ota.updateLatest': 'never',
  'ota.updateVersion': 'never',
  'ota.updateFixed': 'never',
  'ota.progress': 'read',
  'sse.events': 'stream',
};

import type { ClientCallName } from '../client/client.ts';

const STARTERS: ReadonlySet<ClientCallName> = new Set([
  'hamp.start',
  'hdsp.xava',
  'hdsp.xavp',
  'hdsp.xpva',
  'hdsp.xpvp',
  'hdsp.xat',
  'hdsp.xpt',
  'hsp.play',
  'hsp.resume',
  'hssp.play',
  'hssp.resume',
  'hvp.setState',
  'hvp.start',
  'stream.play',
]);

/** Whether a call can set a device at rest in motion. Such a command of a user ends a pending Stop. */
export const startsMotion = (call: ClientCallName): boolean => STARTERS.has(call);

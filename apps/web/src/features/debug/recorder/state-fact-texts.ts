import type { MessageKey } from '../../../i18n/catalogs.ts';
import type { StateFactName } from './state-facts.ts';

/** The text that names each fact of a device state. */
export const STATE_FACT_TEXTS: Readonly<Record<StateFactName, MessageKey>> = {
  connected: 'debug.fact.connected',
  mode: 'debug.fact.mode',
  hamp: 'debug.fact.hamp',
  hsp: 'debug.fact.hsp',
  hvp: 'debug.fact.hvp',
  stroke: 'debug.fact.stroke',
  trouble: 'debug.fact.trouble',
  battery: 'debug.fact.battery',
  update: 'debug.fact.update',
  button: 'debug.fact.button',
};

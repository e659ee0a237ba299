import type * as z from 'zod/mini';
import { authEndpoints } from './auth.ts';
import type { Endpoint } from './endpoint.ts';
import { hampEndpoints } from './hamp.ts';
import { hdspEndpoints } from './hdsp.ts';
import { hspEndpoints } from './hsp.ts';
import { hsspEndpoints } from './hssp.ts';
import { hstpEndpoints } from './hstp.ts';
import { hvpEndpoints } from './hvp.ts';
import { infoEndpoints } from './info.ts';
import { otaEndpoints } from './ota.ts';
import { utilsEndpoints } from './server-time.ts';
import { sliderEndpoints } from './slider.ts';
import { sseEndpoints } from './sse.ts';
import { streamEndpoints } from './stream.ts';
import { systemEndpoints } from './system.ts';

/** Every call of the contract, by API group. */
export const endpoints = {
  auth: authEndpoints,
  utils: utilsEndpoints,
  info: infoEndpoints,
  hamp: hampEndpoints,
  hdsp: hdspEndpoints,
  hssp: hsspEndpoints,
  hsp: hspEndpoints,
  hstp: hstpEndpoints,
  hvp: hvpEndpoints,
  slider: sliderEndpoints,
  stream: streamEndpoints,
  system: systemEndpoints,
  ota: otaEndpoints,
  sse: sseEndpoints,
};

type Endpoints = typeof endpoints;

/** Name of an API group. */
export type GroupName = keyof Endpoints;

/** Name of a call: group and call with a dot between, as in `hamp.velocity`. */
export type CallName = { [G in GroupName]: `${G}.${keyof Endpoints[G] & string}` }[GroupName];

/** The row of a call. */
export type EndpointOf<N extends CallName> = N extends `${infer G extends GroupName}.${infer C}`
  ? C extends keyof Endpoints[G]
    ? Endpoints[G][C]
    : never
  : never;

type SchemaOf<E, K extends 'input' | 'result'> = E extends Endpoint ? E[K] : never;

/** What a caller passes to a call; fields with defaults may be left out. */
export type InputOf<N extends CallName> = z.input<SchemaOf<EndpointOf<N>, 'input'>>;

/** What a handler receives: checked, with defaults filled in. */
export type ParsedInputOf<N extends CallName> = z.output<SchemaOf<EndpointOf<N>, 'input'>>;

/** The result of a call. */
export type ResultOf<N extends CallName> = z.output<SchemaOf<EndpointOf<N>, 'result'>>;

/** Arguments of a call: none or one, which may be left out where no field of it is required. */
export type InputArgs<N extends CallName> =
  Record<never, never> extends InputOf<N> ? [input?: InputOf<N>] : [input: InputOf<N>];

/** The calls that a device answers. */
export type DeviceCallName = { [N in CallName]: EndpointOf<N>['answeredBy'] extends 'device' ? N : never }[CallName];

/** The calls that the cloud answers by itself. */
export type CloudCallName = Exclude<CallName, DeviceCallName>;

/** The calls of one group. */
export type CallsOfGroup<G extends GroupName> = Extract<CallName, `${G}.${string}`>;

/** The names of all groups, in the order of the contract. */
export const groupNames = Object.keys(endpoints) as GroupName[]; // Object.keys forgets the literal types

/** Every call with its name and group, in the order of the contract. */
export const calls: readonly { name: CallName; group: GroupName; endpoint: Endpoint }[] = groupNames.flatMap((group) =>
  Object.entries(endpoints[group]).map(([call, endpoint]) => ({
    name: `${group}.${call}` as CallName, // joined from the very keys that CallName is made of
    group,
    endpoint,
  })),
);

const byName = new Map<string, Endpoint>(calls.map(({ name, endpoint }) => [name, endpoint]));

/** The row of a call, by name. Throws a RangeError for a name that is not in the contract. */
export function endpointOf(name: CallName): Endpoint {
  const endpoint = byName.get(name);
  if (!endpoint) throw new RangeError(`No such call: ${name}`);
  return endpoint;
}

/** Whether the device answers this call, rather than the cloud. */
export const isDeviceCall = (name: CallName): name is DeviceCallName => endpointOf(name).answeredBy === 'device';

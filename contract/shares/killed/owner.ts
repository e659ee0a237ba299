/**
 * The tab of an owner in a process of its own: the SDK with the connection key of a device in another cloud, and the bridge
 * to its home. A signal to end closes it as a tab is closed. Its options are the first argument.
 */
import { createBridge } from '@tactus/link';
import { createDevice } from '@tactus/sdk';
import { createRandom, systemTime } from '@tactus/time';
import { WebSocket } from 'ws';

/** Options of the process. The origins are those that it connects to; the test may put a proxy in between. */
export interface OwnerOptions {
  /** Origin of the device's cloud, and of its event stream. */
  readonly elsewhere: string;
  readonly elsewhereEvents: string;
  readonly connectionKey: string;
  /** Origin of the home, and of the link to it. */
  readonly home: string;
  readonly homeLink: string;
  readonly alias: string;
  readonly secret: string;
  readonly speed: number;
}

const options = JSON.parse(process.argv[2] ?? '') as OwnerOptions; // written by the test that starts it
const { elsewhere, connectionKey, home, alias } = options;

const device = createDevice({
  apiBase: `${elsewhere}/api/handy-rest/v3`,
  apiKey: 'any-id',
  fetch: (url, init) => fetch(url.includes('/sse?') ? url.replace(elsewhere, options.elsewhereEvents) : url, init),
  time: systemTime,
  random: createRandom(2),
  requestsPerMinute: 240,
});
await device.connect(connectionKey);
await device.waitFor(({ mode, sids }) => mode !== undefined && sids !== undefined);

const bridge = createBridge({
  ...{ alias, connectionKey, target: device, time: systemTime, random: createRandom(5) },
  secret: options.secret,
  url: `${options.homeLink.replace(/^http/, 'ws')}/api/tactus/device-link`,
  connect: (url) => new WebSocket(url),
  limits: () => ({
    allow: ['hamp', 'hdsp', 'hvp', 'hsp'],
    speed: options.speed,
    stroke: { min: 0, max: 1 },
    intensity: 1,
  }),
  heartbeat: (periodMs, run) => systemTime.every(periodMs, run),
  onOwner() {
    const headers = { 'Content-Type': 'application/json', 'X-Api-Key': 'any-id', 'X-Connection-Key': alias };
    const init = { method: 'PUT', headers, body: JSON.stringify({ mode: 0 }) };
    fetch(`${home}/api/handy-rest/v3/mode2`, init).catch(() => undefined); // it is sent again at the next command
  },
});
bridge.onState((state) => void process.stdout.write(`${state}\n`));

/** Requests in flight when a tab is closed are completed; no others are sent. */
const LAST_REQUESTS_MS = 2_000;
process.once('SIGTERM', () => {
  bridge.close();
  systemTime.after(LAST_REQUESTS_MS, () => process.exit(0));
});

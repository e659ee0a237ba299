/** The allowed imports, as data (design: docs/tour.md; a change here is a decision for docs/decisions/). */

const BELOW_MOTION = ['time', 'protocol'];
const BELOW_DEVICES = [...BELOW_MOTION, 'motion'];
const PRODUCTS = [...BELOW_DEVICES, 'sdk', 'virtual-device', 'link', 'web', 'cloud', 'cli'];

/** Workspace by folder name -> the workspaces it may import. A workspace that is not listed may import nothing yet. */
export const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  time: [],
  protocol: ['time'],
  motion: BELOW_MOTION,
  sdk: BELOW_DEVICES,
  'virtual-device': BELOW_DEVICES,
  link: BELOW_DEVICES,
  web: [...BELOW_DEVICES, 'sdk', 'link', 'virtual-device'],
  cloud: [...BELOW_DEVICES, 'virtual-device', 'link'],
  cli: [...BELOW_DEVICES, 'sdk', 'virtual-device', 'link'],
  contract: PRODUCTS,
  e2e: PRODUCTS,
  bench: PRODUCTS,
};

/** Workspaces that only test or measure; nothing imports them. */
export const CHECKING_WORKSPACES: readonly string[] = ['contract', 'e2e', 'bench'];

const BELOW_DEVICE = ['ui', 'settings', 'i18n', 'analytics'];
const BELOW_FEATURES = [
  ...BELOW_DEVICE,
  'content',
  'device',
  'device-view',
  'emulator',
  'group-session',
  'sharing',
  'widget',
];

/** Folder of apps/web/src -> the folders it may import. `main` is main.tsx, the composition root. */
export const WEB_MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  ui: [],
  settings: [],
  i18n: ['settings'],
  analytics: ['settings'],
  content: ['settings'],
  device: BELOW_DEVICE,
  'device-view': [...BELOW_DEVICE, 'device'],
  emulator: [...BELOW_DEVICE, 'device'],
  sharing: [...BELOW_DEVICE, 'device'],
  // Both sides of a group session: the host's is on the remote, the other members' behind a link.
  'group-session': [...BELOW_DEVICE, 'device', 'device-view', 'sharing'],
  // The script that other sites load: nothing of the app but its validators.
  widget: ['ui'],
  // The document that other sites show, with a composition root of its own.
  'widget-frame': BELOW_FEATURES,
  features: BELOW_FEATURES,
  app: [...BELOW_FEATURES, 'features'],
  main: [...BELOW_FEATURES, 'features', 'app'],
  testing: [...BELOW_FEATURES, 'features', 'app'],
};

const BELOW_FEATURES_OF_CLOUD = [
  'config',
  'store',
  'rate-limit',
  'observability',
  'parsing',
  'http',
  'devices',
  'events',
];
const BELOW_PARTS_OF_CLOUD = [...BELOW_FEATURES_OF_CLOUD, 'features', 'api'];

/** Folder of apps/cloud/src -> the folders it may import. `main` is the files beside the folders: they put the cloud together. */
export const CLOUD_MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  config: [],
  store: ['config'],
  'rate-limit': [],
  observability: ['config'],
  parsing: ['config', 'rate-limit'],
  http: ['config', 'store', 'observability', 'parsing'],
  devices: ['store', 'http'],
  events: ['config', 'http', 'devices'],
  features: BELOW_FEATURES_OF_CLOUD,
  api: [...BELOW_FEATURES_OF_CLOUD, 'features'],
  main: BELOW_PARTS_OF_CLOUD,
  testing: BELOW_PARTS_OF_CLOUD,
};

/** Packages from outside that only these folders of apps/cloud/src may import. */
export const CLOUD_PACKAGES: Readonly<Record<string, readonly string[]>> = {
  fastify: ['http', 'api', 'main'],
  libsql: ['store'],
};

/** Folders of apps/web/src that may import only some of the packages; the others may import those of web. */
export const WEB_PACKAGES: Readonly<Record<string, readonly string[]>> = {
  ui: ['time'],
};

/** The one folder of apps/web/src that may hold a virtual device. */
export const EMULATOR = 'emulator';

/** Clocks that are no timers of ours: drawing happens on the browser's frames, and deferrable work in its idle moments. */
export const WEB_CLOCKS: readonly string[] = ['requestAnimationFrame', 'requestIdleCallback'];

/** Limits of lines. A longer file should be two. */
export const MAX_LINES = { product: 300, test: 400 } as const;

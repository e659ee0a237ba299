/** The page of the tests that leave it: one SDK device, which the page notifies of its end. */
import { type CloudFeatures, createDevice, type Device } from '@tactus/sdk';
import { systemRandom, systemTime } from '@tactus/time';

/** The functions of the page for the tests. */
export interface Leaving {
  /** Connects to a device and sets it in motion. */
  start(key: string, motion: keyof typeof motions): Promise<void>;
}

const POINTS = Array.from({ length: 60 }, (_, place) => ({ t: place * 400, x: place % 2 ? 90 : 10 }));
const CSV = `#\n${POINTS.map(({ t, x }) => `${t},${x}`).join('\n')}\n`;

const motions = {
  hamp: (device: Device) => device.hamp.start().then(() => device.hamp.setVelocity(0.5)),
  hvp: (device: Device) => device.hvp.setState({ amplitude: 0.5, frequency: 100 }),
  async hsp(device: Device) {
    await device.hsp.setup();
    await device.hsp.add(POINTS);
    await device.hsp.play({ loop: true });
  },
  async hssp(device: Device) {
    const form = new FormData();
    form.set('file', new File([CSV], 'script.csv', { type: 'text/csv' }));
    const { url } = await (await fetch('/api/script/v0/temp/upload', { method: 'POST', body: form })).json();
    await device.hssp.setup({ url });
    await device.hssp.play({ loop: true });
  },
};

async function start(key: string, motion: keyof typeof motions): Promise<void> {
  const config: { apiBase: string; applicationId: string; features?: CloudFeatures } = await (
    await fetch('/config.json')
  ).json();
  const device = createDevice({
    apiBase: config.apiBase,
    apiKey: config.applicationId,
    features: config.features,
    fetch: (...request) => fetch(...request),
    time: systemTime,
    random: systemRandom(),
    hold: {
      ...{ holder: 'leaving', rank: 'owner' },
      onLeave(leave, back) {
        window.addEventListener('pagehide', leave);
        window.addEventListener('pageshow', back);
        return () => {
          window.removeEventListener('pagehide', leave);
          window.removeEventListener('pageshow', back);
        };
      },
    },
  });
  await device.connect(key);
  await motions[motion](device);
}

const leaving: Leaving = { start };
Object.assign(window, { leaving });

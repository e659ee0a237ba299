import type { ControlPorts } from '../control/lease-ports.ts';
import { createFakeBrowser } from './fake-tabs.ts';
import { jsonResponse } from './scripted-cloud.ts';
import { setUpDevice } from './scripted-device.ts';

const LEASE = /^(?:POST|PUT|DELETE) \/api\/tactus\/leases/;

/** A device in a tab of its own, at a cloud with leases (or one without). */
export async function setUpDeviceInTab({ leases = true, browser = createFakeBrowser() } = {}) {
  const leaving = new Set<() => void>();
  const returning = new Set<() => void>();
  const tab = browser.tab();
  const ports: ControlPorts = {
    ...{ holder: 'tab-1', rank: 'owner', locks: tab.locks },
    onLeave(leave, back) {
      leaving.add(leave);
      returning.add(back);
      return () => leaving.delete(leave);
    },
  };
  // Each has an event stream of its own, at a cloud of its own.
  const own = createFakeBrowser();
  const openChannel = (name: string) => (name.startsWith('tactus.stops.') ? tab : own.tabs).openChannel(name);
  const parts = setUpDevice({ features: { leases }, hold: ports, tabs: { locks: own.locks, openChannel } });
  const { cloud } = parts;
  cloud.on('POST /api/tactus/leases', () => jsonResponse({ lease: 'l1', secret: 's1', expires_at: 0 }, 201));
  cloud.on('PUT /api/tactus/leases/l1', () => jsonResponse({ expires_at: 0 }));
  cloud.on('DELETE /api/tactus/leases/l1', () => new Response(null, { status: 204 }));
  await parts.connectFully();
  const sent = () => cloud.requests.filter(({ line }) => LEASE.test(line));
  return {
    ...parts,
    browser,
    die: tab.die,
    leave() {
      for (const run of [...leaving]) run();
    },
    comeBack() {
      for (const run of returning) run();
    },
    sent,
    lines: () => sent().map(({ line }) => line),
  };
}

/** Starts alternating motion, and waits for the answer. */
export const startMotion = async (parts: Awaited<ReturnType<typeof setUpDeviceInTab>>) => {
  const started = parts.device.hamp.start();
  await parts.time.run(100);
  await started;
};

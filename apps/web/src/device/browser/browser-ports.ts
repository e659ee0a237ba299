import type { ControlPorts, LockPort, TabPorts } from '@tactus/sdk';
import type { Random } from '@tactus/time';
import { workerHeartbeat } from './heartbeat.ts';

/** The channels between tabs; undefined where the browser has none, or refuses them as Firefox does without cookies. */
export function browserChannels(): TabPorts['openChannel'] | undefined {
  try {
    new BroadcastChannel('tactus').close();
    return (name) => new BroadcastChannel(name);
  } catch {
    return undefined;
  }
}

/** The locks and channels that the tabs of this browser share; undefined where the browser lacks either. */
export function browserTabPorts(): TabPorts | undefined {
  const { locks } = navigator as { locks?: LockPort }; // a page over plain HTTP has none
  const openChannel = browserChannels();
  return locks && openChannel && { locks, openChannel };
}

/** How this tab controls a device. */
export function createBrowserControlPorts(random: Random, tabs: TabPorts | undefined): ControlPorts {
  return {
    holder: `tactus-web-${Math.trunc(random.next() * 2 ** 32).toString(36)}`,
    rank: 'owner',
    heartbeat: workerHeartbeat,
    locks: tabs?.locks,
    onLeave,
  };
}

/** `leave` runs when the page is closed, reloaded, or left for another site; `back` when it is shown again as it was. */
function onLeave(leave: () => void, back: () => void): () => void {
  window.addEventListener('pagehide', leave);
  window.addEventListener('pageshow', back);
  return () => {
    window.removeEventListener('pagehide', leave);
    window.removeEventListener('pageshow', back);
  };
}

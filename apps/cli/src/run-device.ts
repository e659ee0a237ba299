import { createDeviceLink, type DeviceLink } from '@tactus/link';
import { createRandom, systemRandom, type Time, type Undo } from '@tactus/time';
import { createVirtualDevice } from '@tactus/virtual-device';
import { WebSocket } from 'ws';
import { applyFaults } from './faults.ts';
import type { CliDeviceOptions } from './options.ts';
import type { IssuedKey } from './request-key.ts';
import { formatStateLine, readVirtualDevice } from './state-line.ts';

/** The output of a running device. */
export interface DeviceScreen {
  /** Whether a line can be overwritten. */
  readonly isLive: boolean;
  write(text: string): void;
}

/** A device that runs behind its link. */
export interface RunningDevice {
  /** Resolves with the cloud's message when it has refused the link for good. */
  readonly refused: Promise<string>;
  close(): void;
}

interface Parts {
  readonly time: Time;
  readonly screen: DeviceScreen;
  /** Called when showing the device fails. */
  readonly onError: (error: unknown) => void;
}

const REFRESH_MS = 200;
const LINK_PATH = '/api/tactus/device-link';

/** Runs a virtual device behind the device link until it is closed, and shows it in one line. */
export function runDevice(options: CliDeviceOptions, key: IssuedKey, { time, screen, onError }: Parts): RunningDevice {
  const { model, firmware, cutEveryMs, seed } = options;
  const random = seed === undefined ? systemRandom() : createRandom(seed);
  const device = createVirtualDevice({ connectionKey: key.connectionKey, model, firmware, time, random });
  applyFaults(device.hardware(), options.faults);

  let socket: WebSocket | undefined;
  const link = createDeviceLink({
    device,
    url: `${options.url.replace(/^http/, 'ws')}${LINK_PATH}`,
    secret: key.secret,
    connect(url) {
      socket = new WebSocket(url, { perMessageDeflate: false });
      return socket;
    },
    time,
    random,
  });

  let shown = '';
  async function show(): Promise<void> {
    const line = formatStateLine(await readVirtualDevice(device, link.state()));
    // Where a line cannot be overwritten, only changes of the state are printed, not every millimetre.
    const text = screen.isLive ? line : line.split(/ {2,}[\d.-]+ mm/)[0];
    if (text === undefined || text === shown) return;
    shown = text;
    screen.write(screen.isLive ? `\r\u001b[2K${text}` : `${text}\n`);
  }

  const undos: Undo[] = [
    time.every(REFRESH_MS, () => void show().catch(onError)),
    ...(cutEveryMs > 0 ? [time.every(cutEveryMs, () => socket?.terminate())] : []),
  ];

  return {
    refused: whenRefused(link),
    close() {
      for (const undo of undos) undo();
      link.close();
      device.close();
      if (screen.isLive) screen.write('\n');
    },
  };
}

function whenRefused(link: DeviceLink): Promise<string> {
  return new Promise((resolve) => {
    link.onState((state) => {
      const refusal = link.refusal();
      if (state === 'ended' && refusal) resolve(refusal.message);
    });
  });
}

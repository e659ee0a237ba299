import { systemRandom, systemTime } from '@tactus/time';
import { createEmulatorHost } from './emulator-host.ts';
import type { EmulatorCommand } from './worker-messages.ts';

const host = createEmulatorHost({
  connect: (url) => new WebSocket(url),
  time: systemTime,
  random: systemRandom(),
  emit: (news) => postMessage(news),
});

/** Time for the closing frame to leave. */
const GOODBYE_MS = 500;

addEventListener('message', ({ data }: MessageEvent<EmulatorCommand>) => {
  host.obey(data);
  if (data.type === 'close') systemTime.after(GOODBYE_MS, () => close());
});

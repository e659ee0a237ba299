import { systemRandom, systemTime } from '@tactus/time';
import { createEmulatorDesk } from './emulator-desk.ts';
import type { EmulatorOrder } from './messages.ts';

const desk = createEmulatorDesk({
  connect: (url) => new WebSocket(url),
  time: systemTime,
  random: systemRandom(),
  tell: (news) => postMessage(news),
});

/** Time for the goodbye to leave. */
const GOODBYE_MS = 500;

addEventListener('message', ({ data }: MessageEvent<EmulatorOrder>) => {
  desk.obey(data);
  if (data.type === 'close') systemTime.after(GOODBYE_MS, () => close());
});

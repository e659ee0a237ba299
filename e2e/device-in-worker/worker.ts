/** A modelled device in a worker of a browser tab, linked to the cloud that served the page. */
import { createDeviceLink } from '@tactus/link';
import { createRandom, systemTime } from '@tactus/time';
import { createVirtualDevice } from '@tactus/virtual-device';

addEventListener('message', ({ data }: MessageEvent<{ connectionKey: string; secret: string }>) => {
  const { connectionKey, secret } = data;
  const random = createRandom(1);
  const device = createVirtualDevice({ connectionKey, model: 'handy', time: systemTime, random });
  const link = createDeviceLink({
    device,
    secret,
    url: `${location.origin.replace(/^http/, 'ws')}/api/tactus/device-link`,
    connect: (url) => new WebSocket(url),
    time: systemTime,
    random,
  });
  link.onState((state) => postMessage(state));
});

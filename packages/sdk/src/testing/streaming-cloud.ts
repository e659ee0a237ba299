import type { Fetch } from '../client/client.ts';
import { jsonResponse } from './scripted-cloud.ts';

/** A cloud that counts its streams, stores its events, and resumes. */
export function createStreamingCloud(several = true) {
  const ring: { key: string; text: string; id: string }[] = [];
  const open = new Set<{ keys: Map<string, string | undefined>; write: (text: string) => void; end: () => void }>();
  const requests: { url: string; headers: Headers }[] = [];
  const counts = new Map<string, number>();
  let refuse: number | undefined;
  let forbidden: string | undefined;
  let most = 0;

  const status = (key: string, id: string) => frameOf('device_status', key, PRESENT, id);
  const fetch: Fetch = async (url, init) => {
    const headers = new Headers(init.headers);
    requests.push({ url, headers });
    if (refuse !== undefined) return jsonResponse({ error: 'no' }, refuse);
    const keys = new Map<string, string | undefined>();
    for (const item of (headers.get('x-connection-keys') ?? '').split(',')) {
      const [key = '', id] = item.split(';');
      if (key !== '') keys.set(key, id);
    }
    const one = headers.get('x-connection-key');
    if (one) keys.set(one, headers.get('last-event-id') ?? undefined);
    if (forbidden !== undefined && keys.has(forbidden)) return jsonResponse({ error: 'no' }, 401);
    const encoder = new TextEncoder();
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        const stream = {
          keys,
          write: (text: string) => controller.enqueue(encoder.encode(text)),
          end: () => {
            open.delete(stream);
            controller.close();
          },
        };
        open.add(stream);
        most = Math.max(most, open.size);
        init.signal?.addEventListener('abort', () => {
          open.delete(stream);
          controller.error(init.signal?.reason);
        });
        for (const [key, last] of keys) {
          stream.write(status(key, last ?? `${key}-${counts.get(key) ?? 0}`));
          const place = ring.findIndex(({ id }) => id === last);
          if (last !== undefined)
            for (const event of ring.slice(place + 1).filter((item) => item.key === key)) stream.write(event.text);
        }
      },
    });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  };

  return {
    several,
    fetch,
    requests,
    open,
    most: () => most,
    refuseWith(code: number | undefined) {
      refuse = code;
    },
    /** Forbids following a device. */
    forbid(key: string) {
      forbidden = key;
    },
    /** Makes a device emit an event, whether or not it is followed. */
    happens: (key: string, level: number) => emit('battery_changed', key, battery(level)),
    /** A device connects. */
    connects: (key: string) => emit('device_connected', key, PRESENT),
  };

  function emit(name: string, key: string, data: unknown) {
    const next = (counts.get(key) ?? 0) + 1;
    counts.set(key, next);
    const id = `${key}-${next}`;
    const text = frameOf(name, key, data, id);
    ring.push({ key, text, id });
    for (const stream of open) if (stream.keys.has(key)) stream.write(text);
  }
}

const PRESENT = {
  connected: true,
  info: { fw_status: 0, fw_version: '4.1.1', hw_model_no: 0, session_id: '01HZ0001' },
};
const battery = (level: number) => ({
  level,
  charger_connected: false,
  charging_complete: false,
  usb_voltage: 0,
  battery_voltage: 3,
  usb_adc_value: 0,
  battery_adc_value: 0,
  battery_temperature_adc_value: 0,
});
const frameOf = (name: string, key: string, data: unknown, id: string) =>
  `event: ${name}\nid: ${id}\ndata: ${JSON.stringify({ connection_key: key, data })}\n\n`;

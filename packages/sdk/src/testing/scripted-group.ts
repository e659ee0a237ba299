import { createRandom } from '@tactus/time';
import { createFakeTime } from '@tactus/time/testing';
import { createDevice } from '../device.ts';
import type { CloudFeatures, Device } from '../device-api.ts';
import { createDeviceGroup } from '../many/device-group.ts';
import { jsonResponse, SCRIPTED_BASE } from './scripted-cloud.ts';
import { infoOf } from './scripted-device.ts';

/** A request of a group, as its cloud received it. */
export interface GroupRequest {
  readonly line: string;
  /** The addressee: a key, or a channel reference. */
  readonly key: string;
  readonly body: unknown;
  readonly headers: Headers;
}

/** Keys of the devices. */
export const GROUP_KEYS = ['GroupOne01', 'GroupTwo02', 'GroupSix06'] as const;

/** Three Handys of one cloud, which answers HAMP, and those of our own calls that a test scripts, under fake time. */
export function setUpGroup({
  features = {},
  withCloud = true,
}: {
  features?: CloudFeatures;
  withCloud?: boolean;
} = {}) {
  const time = createFakeTime();
  const requests: GroupRequest[] = [];
  const streams = new Map<string, ReadableStreamDefaultController<Uint8Array>>();
  const velocities = new Map<string, number>();
  const own = new Map<string, (request: GroupRequest) => Response | Promise<Response>>();
  /** Devices that refuse every command. */
  const refusing = new Set<string>();

  const answerOf = ({ line, body }: GroupRequest, key: string): object => {
    if (refusing.has(key))
      return { error: { code: 100_006, name: 'Refused', message: 'Slider blocked', connected: true } };
    if (line === 'GET /info') return { result: infoOf('01HZ0001') };
    if (line === 'GET /capabilities') return { result: { slider: 1 } };
    if (line === 'GET /slider/state')
      return {
        result: { position: 0, position_absolute: 5, motor_temp: 30, speed_absolute: 0, dir: true, motor_position: 0 },
      };
    if (line.startsWith('GET /slider') || line.endsWith('/slider/stroke'))
      return { result: { min: 0, max: 1, min_absolute: 5, max_absolute: 105 } };
    if (line === 'GET /servertime') return { server_time: time.now() };
    if (!line.includes('/hamp')) return { result: { mode: 7, mode_session_id: 1 } };
    if (line.endsWith('/velocity')) velocities.set(key, (body as { velocity: number }).velocity); // the body of that call
    return {
      result: { play_state: line.endsWith('/stop') ? 0 : 1, velocity: velocities.get(key) ?? 0, direction: true },
    };
  };

  async function fetch(url: string, init: RequestInit): Promise<Response> {
    const headers = new Headers(init.headers);
    const path = new URL(url).pathname.replace('/v3', '');
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
    const key = headers.get('X-Connection-Key') ?? new URL(url).searchParams.get('ck') ?? '';
    const request = { line: `${init.method ?? 'GET'} ${path}`, key, body, headers };
    if (path === '/sse') return openStream(key);
    requests.push(request);
    const answer = own.get(request.line);
    await time.sleep(10);
    if (answer) return answer(request);
    if (path.startsWith('/api/tactus')) return jsonResponse({}, 404);
    if (!key.startsWith('chref:')) return jsonResponse(answerOf(request, key));
    const members = GROUP_KEYS.map((member) => answerOf(request, member));
    return jsonResponse({ ...(members.find((member) => 'result' in member) ?? members[0]), members });
  }

  function openStream(key: string): Response {
    const body = new ReadableStream<Uint8Array>({ start: (controller) => void streams.set(key, controller) });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  }

  function send(key: string, name: string, data: unknown): void {
    const frame = JSON.stringify({ connection_key: key, data });
    streams.get(key)?.enqueue(new TextEncoder().encode(`event: ${name}\ndata: ${frame}\n\n`));
  }

  const cloud = { apiBase: SCRIPTED_BASE, apiKey: 'application-1', features, fetch };
  const failures: [Device, string][] = [];
  const successes: Device[] = [];
  const group = createDeviceGroup({
    ...(withCloud && { cloud }),
    onMemberFailure: (device, { message }) => failures.push([device, message]),
    onMemberSuccess: (device) => successes.push(device),
  });
  const devices = GROUP_KEYS.map(() => createDevice({ ...cloud, time, random: createRandom(1) }));

  /** Connects all of them and adds them to the group. */
  async function connectAll(): Promise<void> {
    const connected = devices.map((device, index) => device.connect(GROUP_KEYS[index] ?? ''));
    await time.run(20);
    for (const key of GROUP_KEYS) send(key, 'device_status', { connected: true, info: infoOf('01HZ0001') });
    await time.run(3_000);
    await Promise.all(connected);
    for (const device of devices) group.add(device);
    requests.length = 0;
  }

  /** Waits for a command; returns what it sent of the group's own calls, as `LINE key`. */
  async function sentBy(run: () => Promise<unknown>): Promise<string[]> {
    const before = requests.length;
    const ran = run();
    await time.run(100);
    await ran;
    return requests.slice(before).map(({ line, key }) => (key ? `${line} ${key}` : line));
  }

  const close = () => {
    for (const device of devices) device.close();
  };
  return { time, group, devices, requests, own, refusing, failures, successes, send, connectAll, sentBy, close };
}

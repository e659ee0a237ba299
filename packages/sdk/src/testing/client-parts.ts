import { createRandom } from '@tactus/time';
import { createFakeTime } from '@tactus/time/testing';
import { type ClientConfig, createClient } from '../client/client.ts';
import { DeviceError } from '../errors.ts';
import { createScriptedCloud, SCRIPTED_BASE } from './scripted-cloud.ts';

/** An answer of HAMP calls. */
export const hamp = { play_state: 1, velocity: 0.4, direction: true };
/** An answer of HSP calls. */
export const hsp = {
  play_state: 3,
  pause_on_starving: false,
  points: 0,
  max_points: 4000,
  current_point: 0,
  current_time: 0,
  loop: false,
  playback_rate: 1,
  first_point_time: 0,
  last_point_time: 0,
  stream_id: 7,
  tail_point_stream_index: 0,
  tail_point_stream_index_threshold: 0,
};

/** A client against a scripted cloud under fake time. */
export function setUpClient(config: Partial<ClientConfig> = {}) {
  const cloud = createScriptedCloud();
  const time = createFakeTime();
  const client = createClient({
    baseUrl: SCRIPTED_BASE,
    apiKey: 'app-1',
    connectionKey: 'DemoHandy1',
    fetch: cloud.fetch,
    time,
    random: createRandom(1),
    ...config,
  });
  /** The request that was sent last; throws when there was none. */
  const last = () => {
    const request = cloud.requests.at(-1);
    if (!request) throw new Error('Nothing was sent');
    return request;
  };
  return { cloud, time, client, last };
}

/** The error of a request; throws unless it is a `DeviceError`. */
export async function deviceErrorOf(run: PromiseLike<unknown>): Promise<DeviceError> {
  const thrown: unknown = await Promise.resolve(run).then(
    () => 'it did not fail',
    (error: unknown) => error,
  );
  if (thrown instanceof DeviceError) return thrown;
  throw new Error(`No DeviceError: ${String(thrown)}`);
}

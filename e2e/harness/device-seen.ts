/** A device as a client with its key sees it over the wire: its state, not the clicks. */
export interface DeviceSeen {
  /** The result of a call, as JSON. Throws when the cloud or the device refuses. */
  get<T>(path: string): Promise<T>;
  /** The same, with a body. */
  put<T>(path: string, body?: unknown): Promise<T>;
  /**
   * A reading of the device itself, past its link: the present state, where an answer over the wire is a round trip old.
   * A device outside this cloud's process is read over the wire. Throws when it refuses.
   */
  now<T>(path: string): Promise<T>;
  hamp(): Promise<{ play_state: number; velocity: number; direction: boolean }>;
  positionMm(): Promise<number>;
  /** Whether the slider was elsewhere a moment later. */
  isMoving(): Promise<boolean>;
}

/** Reads and drives a device through the device API of the cloud at `url`. */
export function seeDevice(url: string, connectionKey: string): DeviceSeen {
  async function call<T>(method: 'GET' | 'PUT', path: string, body?: unknown): Promise<T> {
    const response = await fetch(`${url}/api/handy-rest/v3${path}`, {
      method,
      headers: { 'X-Connection-Key': connectionKey, 'X-Api-Key': 'observer', 'Content-Type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as { result?: T; error?: unknown };
    if (answer.result === undefined) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
    return answer.result;
  }

  async function now<T>(path: string): Promise<T> {
    const response = await fetch(`${url}/_control/devices/${connectionKey}/now${path}`);
    if (response.status === 404) return call('GET', path);
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
    return response.json() as Promise<T>;
  }

  const positionMm = async () => (await now<{ position_absolute: number }>('/slider/state')).position_absolute;

  return {
    get: (path) => call('GET', path),
    put: (path, body) => call('PUT', path, body),
    hamp: () => call('GET', '/hamp/state'),
    now,
    positionMm,
    async isMoving() {
      const before = await positionMm();
      await new Promise((resolve) => setTimeout(resolve, 60));
      return (await positionMm()) !== before;
    },
  };
}

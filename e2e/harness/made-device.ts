import { type DeviceSeen, seeDevice } from './device-seen.ts';

/** A virtual device of one test, and the actions on it beside its own calls (docs/control.md). */
export interface MadeDevice {
  readonly key: string;
  readonly seen: DeviceSeen;
  /** Sets its faults; those left out are cleared. */
  fail(faults: Readonly<Record<string, number>>): Promise<void>;
  /** Acts on it: presses a button, sets its battery. */
  do(action: object): Promise<void>;
}

/** Makes one at the cloud at `url`; firmware `major.minor.patch`. */
export async function madeDevice(url: string, firmware: string, model = 'handy'): Promise<MadeDevice> {
  async function control(method: string, path: string, body: object): Promise<{ connectionKey: string }> {
    const response = await fetch(`${url}/_control/devices${path}`, {
      method,
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${method} ${path}: HTTP ${response.status} ${await response.text()}`);
    return (await response.json()) as { connectionKey: string }; // the control surface answers with the device
  }
  const { connectionKey: key } = await control('POST', '', { model, firmware });
  return {
    key,
    seen: seeDevice(url, key),
    async fail(faults) {
      await control('PUT', `/${key}/faults`, faults);
    },
    async do(action) {
      await control('POST', `/${key}/do`, action);
    },
  };
}

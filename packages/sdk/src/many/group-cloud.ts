import type { Fetch } from '../client/client.ts';
import type { CloudFeatures } from '../device-api.ts';

/** The cloud of the devices of a group, as they were created for it. */
export interface GroupCloud {
  /** The REST base, for example `/api/handy-rest/v3`. */
  readonly apiBase: string;
  /** Application id or client token. */
  readonly apiKey: string;
  readonly features?: CloudFeatures | undefined;
  readonly fetch: Fetch;
}

import * as z from 'zod/mini';
import { get } from './endpoint.ts';

/** Milliseconds since the Unix epoch, as the cloud's clock says. */
const serverTime = z.object({ server_time: z.int() });

/** The cloud's clock (api-v3.md 2.2): no credentials, no key, and its answer is not wrapped. */
export const utilsEndpoints = {
  servertime: get('/servertime', {
    summary: "The cloud's clock",
    answeredBy: 'cloud',
    address: 'none',
    credential: 'none',
    envelope: 'bare',
    result: serverTime,
  }),
};

import type { Fetch } from '@tactus/sdk';
import * as z from 'zod/mini';

const configSchema = z.object({ home: z.object({ groups: z.boolean() }) });

/** Whether the cloud that serves the app has group sessions; false where it does not say so or does not answer. */
export async function canAppCloudHostGroups(fetch: Fetch): Promise<boolean> {
  try {
    const response = await fetch('/config.json', { headers: { Accept: 'application/json' } });
    const read = z.safeParse(configSchema, await response.json());
    return read.success && read.data.home.groups;
  } catch {
    return false; // a cloud that does not answer has none either
  }
}

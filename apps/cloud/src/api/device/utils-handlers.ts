import type { CloudHandlers } from './cloud-call.ts';

/** The cloud's own time. */
export const utilsHandlers: CloudHandlers<'utils'> = {
  'utils.servertime': (_input, { parts }) => ({ server_time: Math.round(parts.time.now()) }),
};

import { DeviceRefusal, errorKinds } from '@tactus/protocol';

/**
 * The refusal of a download (4001). What it says may be read by strangers: it names neither an address nor anything that
 * tells a host which is missing from one which is not public.
 */
export const downloadRefusal = (message: string): DeviceRefusal =>
  new DeviceRefusal({ ...errorKinds.scriptDownloadFailed, message });

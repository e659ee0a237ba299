import { DeviceRefusal, errorKinds } from '@tactus/protocol';

/**
 * The refusal of a download (4001). Its message may be read by strangers: it contains no address and does not
 * distinguish a missing host from one that is not public.
 */
export const downloadRefusal = (message: string): DeviceRefusal =>
  new DeviceRefusal({ ...errorKinds.scriptDownloadFailed, message });

import { useState } from 'react';
import { useDeviceState } from '../../device/session/device-context.tsx';

/**
 * What is asked or told in one session of the device: it is forgotten with the next one, which is the device back from where it
 * was. It is still known while the device is away.
 */
export function useOfSession<Value>(): readonly [Value | undefined, (value: Value | undefined) => void] {
  const sessionId = useDeviceState((state) => state.session_id);
  const [stored, setStored] = useState<{ sessionId: string | undefined; value: Value | undefined }>();
  return [stored?.sessionId === sessionId ? stored?.value : undefined, (value) => setStored({ sessionId, value })];
}

import { useState } from 'react';
import { useDeviceState } from '../../device/session/device-context.tsx';

/** A state that lasts for one session of the device: it stays while the device is offline, and its next session resets it. */
export function useStateOfDeviceSession<Value>(): readonly [Value | undefined, (value: Value | undefined) => void] {
  const sessionId = useDeviceState((state) => state.session_id);
  const [stored, setStored] = useState<{ sessionId: string | undefined; value: Value | undefined }>();
  return [stored?.sessionId === sessionId ? stored?.value : undefined, (value) => setStored({ sessionId, value })];
}

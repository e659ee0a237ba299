import { DeviceRefusal, type ErrorKind, errorKinds, fieldsOf } from '@tactus/protocol';

const kinds = new Map<number, ErrorKind>(Object.values(errorKinds).map((kind) => [kind.code, kind]));

/** The error that the home sees for an error code of the owner's SDK. */
const BY_CODE: Readonly<Record<string, ErrorKind>> = {
  'not-connected': errorKinds.deviceNotConnected,
  timeout: errorKinds.deviceTimeout,
  network: errorKinds.deviceTimeout,
  aborted: errorKinds.deviceTimeout,
  'rate-limited': errorKinds.queueFull,
  'bad-input': errorKinds.invalidParameter,
  'held-elsewhere': errorKinds.deviceDisabled,
  updating: errorKinds.otaRunning,
};

/**
 * Converts a failure to the home's error: by code and with our own text. The other cloud's message may hold the key and
 * is not forwarded.
 */
export function toBridgeRefusal(thrown: unknown): DeviceRefusal {
  if (thrown instanceof DeviceRefusal) return thrown;
  const { code, refusal } = fieldsOf(thrown);
  const known = kinds.get(Number(fieldsOf(refusal)['code']));
  return new DeviceRefusal(known ?? BY_CODE[String(code)] ?? errorKinds.genericFail);
}

import { DeviceRefusal, type ErrorKind, errorKinds } from '@tactus/protocol';

const kinds = new Map<number, ErrorKind>(Object.values(errorKinds).map((kind) => [kind.code, kind]));

/** What a failure of the owner's own SDK means to a home, by its closed code. */
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
 * A failure as a home is told it: by number and in our own words. What another cloud has put into its words, the key perhaps,
 * stays here.
 */
export function bridgeRefusal(thrown: unknown): DeviceRefusal {
  if (thrown instanceof DeviceRefusal) return thrown;
  const { code, refusal } = fieldsOf(thrown);
  const told = kinds.get(Number(fieldsOf(refusal)['code']));
  return new DeviceRefusal(told ?? BY_CODE[String(code)] ?? errorKinds.genericFail);
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}; // an object has fields
}

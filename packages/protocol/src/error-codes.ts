/**
 * The codes of the refusals that a client acts on. They stand apart from the table of all refusals (`errorKinds`), so that a page
 * loads the codes without the texts.
 */
export const errorCodes = {
  deviceNotConnected: 1001,
  deviceTimeout: 1002,
  scriptNotSet: 4000,
  overtakenByStop: 4004,
  machineNotConnected: 100011,
  otaRunning: 100013,
  serverDeviceNotConnected: 100033,
  notSupported: 100017,
} as const;

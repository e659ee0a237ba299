import type { BleState, ButtonEvent, DeviceButton, EventPayload } from '@tactus/protocol';

/** Physical actions on a modelled device: those of a hand, a cable or the environment; the API has none of them. None throws. */
export interface HardwareInputs {
  /** One event of a button, as the device itself would read it. */
  press(button: DeviceButton, event: ButtonEvent): void;
  /** Holds a button down: LONG_PRESS_START, a LONG_PRESS_STEP every half second, LONG_PRESS_END. */
  hold(button: DeviceButton, durationMs: number): void;
  /** Plugs the charger in or out; nothing on a model without a battery. */
  setCharger(connected: boolean): void;
  /** Sets the charge, 0..1; nothing on a model without a battery. At 0 the device shuts down. */
  setBatteryLevel(level01: number): void;
  /** Blocks the slider or releases it; nothing on a model without one. */
  setSliderBlocked(blocked: boolean): void;
  /** Sets the motor's temperature in degrees Celsius; it cools down or heats up from there. */
  setMotorTemperature(celsius: number): void;
  /** The firmware is short of memory: a warning, or an error when a message had to be thrown away. */
  reportLowMemory(memory: EventPayload<'low_memory_error'>): void;
  /** The firmware reports an error of its own. */
  reportError(error: EventPayload<'device_error'>): void;
  /** A Bluetooth client connects or disconnects. */
  setBleState(state: BleState): void;
  /** A scan for networks has ended. */
  reportWifiScan(networks: number): void;
  /** Sets the error of the device's clock: it runs fast by `driftPpm`, and jumps by the change of `skewMs`. */
  setClockError(error: SimulatedClockError): void;
  /** The next firmware update fails at this share, 0..1; undefined: it does not fail. */
  failUpdateAt(share: number | undefined): void;
  /** Drops the connection and opens a new one at once, under a new session. */
  restartSession(): void;
}

/** How far a simulated clock of a device is off. */
export interface SimulatedClockError {
  /** How much faster than real time it runs, in parts per million. */
  readonly driftPpm: number;
  /** How far it is ahead of the correct time, in ms. */
  readonly skewMs: number;
}

import type { BatteryStatus, DeviceEvent } from '@tactus/protocol';
import type { Time, Undo } from '@tactus/time';

const MINUTE_MS = 60_000;

/** How fast the charge falls under full load and rises at rest, in percent a millisecond. */
const DISCHARGE_PER_MS = 100 / (120 * MINUTE_MS);
const CHARGE_PER_MS = 100 / (90 * MINUTE_MS);

const FIRST_PERCENT = 80;

/** Finer than any change of the charge in a microsecond; removes rounding errors. */
const PERCENT_DECIMALS = 9;

const USB_V = 5;
const EMPTY_V = 3.3;
const FULL_OVER_EMPTY_V = 0.9;

/** Both voltages are halved before a 12-bit converter measures them against this reference. */
const ADC_REFERENCE_V = 3.3;
const ADC_DIVIDER = 2;
const ADC_MAX = 4095;

/** The parts of a battery. */
export interface BatteryParts {
  readonly time: Time;
  readonly emit: (event: DeviceEvent) => void;
  /** Runs once when the battery is empty and no charger is connected: the device shuts down. */
  readonly onEmpty: () => void;
  /** Runs when the charger is connected after that; the device may be on again already, switched on by hand. */
  readonly onPowered: () => void;
}

/** The battery of a model: its charge is a formula of time, and the only timer waits for the next whole percent. */
export interface Battery {
  /** The load of the device, from 0 (it rests and loses no charge) to 1. */
  setLoad(load01: number): void;
  /** Plugs the charger in or out. */
  setCharger(connected: boolean): void;
  /** Sets the charge, 0..1. */
  setLevel(level01: number): void;
  /** The charge and the voltages at this instant. */
  status(): BatteryStatus;
  /** Stops all changes and events. */
  close(): void;
}

/** Starts at 80 %, at rest and without the charger. */
export function createBattery({ time, emit, onEmpty, onPowered }: BatteryParts): Battery {
  let percent = FIRST_PERCENT;
  let sinceMs = time.monotonic();
  let load01 = 0;
  let charger = false;
  let lastReported = { whole: FIRST_PERCENT, charger };
  let empty = false;
  let awaitsCharger = false;
  let closed = false;
  let cancelNext: Undo = () => undefined;

  const percentPerMs = () => (charger ? CHARGE_PER_MS : 0) - load01 * DISCHARGE_PER_MS;

  function percentAt(nowMs: number): number {
    const flowed = percentPerMs() * (nowMs - sinceMs);
    return roundTo(Math.min(100, Math.max(0, percent + flowed)), PERCENT_DECIMALS);
  }

  function status(): BatteryStatus {
    const now = percentAt(time.monotonic());
    const batteryV = roundTo(EMPTY_V + (FULL_OVER_EMPTY_V * now) / 100, 3);
    const usbV = charger ? USB_V : 0;
    return {
      level: now / 100,
      charger_connected: charger,
      charging_complete: charger && now === 100,
      usb_voltage: usbV,
      battery_voltage: batteryV,
      usb_adc_value: adcValue(usbV),
      battery_adc_value: adcValue(batteryV),
    };
  }

  /** Adds the charge that has flowed until now, lets `apply` change the flow or the charge, and reports a changed percent. */
  function settle(apply: () => void): void {
    if (closed) return;
    const nowMs = time.monotonic();
    percent = percentAt(nowMs);
    sinceMs = nowMs;
    apply();
    waitForNextPercent();
    notify();
  }

  function waitForNextPercent(): void {
    cancelNext();
    const rate = percentPerMs();
    const next = rate > 0 ? Math.floor(percent) + 1 : Math.ceil(percent) - 1;
    if (rate === 0 || next < 0 || next > 100) return;
    cancelNext = time.after((next - percent) / rate, () => settle(() => undefined));
  }

  /** A percent counts when it is reached: from below while charging, from above otherwise. */
  function notify(): void {
    const whole = charger ? Math.floor(percent) : Math.ceil(percent);
    const changed = whole !== lastReported.whole || charger !== lastReported.charger;
    lastReported = { whole, charger };
    if (changed) emit({ name: 'battery_changed', data: status() });

    const wasEmpty = empty;
    empty = percent === 0 && !charger;
    if (empty && !wasEmpty) {
      awaitsCharger = true;
      onEmpty();
    } else if (charger && awaitsCharger) {
      awaitsCharger = false;
      onPowered();
    }
  }

  return {
    status,
    setLoad: (load) =>
      settle(() => {
        load01 = clamp01(load);
      }),
    setCharger: (connected) =>
      settle(() => {
        charger = connected;
      }),
    setLevel: (level) =>
      settle(() => {
        percent = roundTo(clamp01(level) * 100, PERCENT_DECIMALS);
      }),
    close() {
      closed = true;
      cancelNext();
    },
  };
}

const clamp01 = (value: number): number => Math.min(1, Math.max(0, value));

const roundTo = (value: number, decimals: number): number => Number(value.toFixed(decimals));

const adcValue = (volts: number): number => Math.round((volts / ADC_DIVIDER / ADC_REFERENCE_V) * ADC_MAX);

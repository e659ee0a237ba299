import { createDeviceLink, type DeviceLink, type WebSocketLike } from '@tactus/link';
import type { BatteryStatus, DeviceEvent } from '@tactus/protocol';
import type { Random, Time, Undo } from '@tactus/time';
import { canVibrate, createVirtualDevice, deviceModels, type VirtualDevice } from '@tactus/virtual-device';
import type { EmulatedDeviceReport, EmulatorCommand, EmulatorMessage, PhysicalAction } from './worker-messages.ts';

/** How often the position is sent while a page watches: once a frame. */
const SAMPLE_EVERY_MS = 16;
/** How often the other states are read. */
const REPORT_EVERY_MS = 1_000;
/** Closes a WebSocket as a lost network does: without a closing frame (docs/device-link.md). */
const CLOSED_BY_NETWORK = 3_000;

/** The virtual device and its link, driven by the page's orders. */
export interface EmulatorHost {
  obey(order: EmulatorCommand): void;
}

interface Running {
  readonly device: VirtualDevice;
  readonly link: DeviceLink;
  readonly undos: Undo[];
}

/** Starts without a device. The host runs in a worker and has no access to the page. */
export function createEmulatorHost(parts: {
  connect: (url: string) => WebSocketLike;
  time: Time;
  random: Random;
  emit: (news: EmulatorMessage) => void;
}): EmulatorHost {
  const { connect, time, random, emit } = parts;
  let running: Running | undefined;
  let networkUp = true;
  let socket: WebSocketLike | undefined;
  let battery: BatteryStatus | undefined;
  let lastEmitted = '';
  let stopSamples: Undo = () => undefined;

  function start({ identity, linkUrl }: Extract<EmulatorCommand, { type: 'start' }>): void {
    close();
    networkUp = true;
    battery = undefined;
    const { connectionKey, secret, model, firmware } = identity;
    const build = { connectionKey, model, time, random };
    const device = createVirtualDevice(firmware === undefined ? build : { ...build, firmware });
    const link = createDeviceLink({ ...{ device, secret, url: linkUrl, time, random }, connect: connectIfUp });
    const undos = [
      device.onEvent(handleEvent),
      link.onState(() => void report()),
      time.every(REPORT_EVERY_MS, () => void report()),
    ];
    running = { device, link, undos };
    void report();
  }

  function connectIfUp(url: string): WebSocketLike {
    if (!networkUp) throw new Error('The network of this device is down');
    socket = connect(url);
    return socket;
  }

  function handleEvent(event: DeviceEvent): void {
    if (event.name === 'battery_changed') battery = event.data;
    void report();
  }

  /** Reports the state of the device, if that has changed. */
  async function report(): Promise<void> {
    const of = running;
    if (!of) return;
    const { device, link } = of;
    const info = device.info();
    const online = info !== undefined;
    const model = deviceModels[device.model];
    const [mode, slider, vibration] = await Promise.all([
      online ? settled(device.call('info.mode', {})) : undefined,
      online && model.movement ? settled(device.call('slider.state', {})) : undefined,
      online && canVibrate(model) ? settled(device.call('hvp.state', {})) : undefined,
    ]);
    if (of !== running) return;
    const next: EmulatedDeviceReport = {
      link: link.state(),
      refusal: link.refusal()?.code,
      online,
      mode: mode?.mode,
      battery01: battery?.level,
      charging: battery?.charger_connected,
      vibration01: vibration && (vibration.enabled ? vibration.amplitude : 0),
      motorCelsius: slider?.motor_temp,
      firmware: info?.fw_version,
    };
    const text = JSON.stringify(next);
    if (text === lastEmitted) return;
    lastEmitted = text;
    emit({ type: 'report', report: next });
  }

  function watch(on: boolean): void {
    stopSamples();
    stopSamples = on ? time.every(SAMPLE_EVERY_MS, () => void sample()) : () => undefined;
  }

  async function sample(): Promise<void> {
    const travel = running && deviceModels[running.device.model].movement?.travel;
    const state = running && travel && (await settled(running.device.call('slider.state', {})));
    if (!state || !travel) return;
    const position01 = (state.position_absolute - travel.offsetMm) / travel.lengthMm;
    emit({ type: 'sample', sample: { atMs: time.now(), position01, moving: state.speed_absolute > 0 } });
  }

  function act({ what, args }: PhysicalAction): void {
    const hardware = running?.device.hardware();
    // The order's name and argument match by type.
    (hardware?.[what] as ((...args: unknown[]) => void) | undefined)?.(...args);
    void report();
  }

  function setNetwork(up: boolean): void {
    networkUp = up;
    if (!up) socket?.close(CLOSED_BY_NETWORK);
  }

  function close(): void {
    if (!running) return;
    const { device, link, undos } = running;
    running = undefined;
    lastEmitted = '';
    for (const undo of undos) undo();
    link.close();
    device.close();
  }

  return {
    obey(order) {
      if (order.type === 'start') start(order);
      else if (order.type === 'watch') watch(order.on);
      else if (order.type === 'network') setNetwork(order.up);
      else if (order.type === 'do') act(order);
      else {
        watch(false);
        close();
      }
    },
  };
}

/** The answer of a device, or undefined while it cannot answer. */
function settled<T>(answer: Promise<T>): Promise<T | undefined> {
  return answer.catch(() => undefined);
}

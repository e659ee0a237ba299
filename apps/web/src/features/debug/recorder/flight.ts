import { isJsonObject, parseJsonObject } from '@tactus/protocol';
import { type DeviceState, readTraceExport, type TraceExport } from '@tactus/sdk';

const FORMAT = 'tactus-flight';
const VERSION = 1;

/** A recorded session as a file: commands, answers, events and clock samples, with every key removed. */
export interface FlightRecording {
  readonly format: typeof FORMAT;
  readonly version: typeof VERSION;
  /** The device; undefined where it was not known. */
  readonly device: { readonly modelNo?: number | undefined; readonly firmware?: string | undefined };
  /** The features of its cloud beyond the vendor's. */
  readonly features: readonly string[];
  readonly trace: TraceExport;
}

/** Creates a recording. Neither the trace nor any other part contains keys. */
export function toFlightRecording(from: {
  trace: TraceExport;
  info: DeviceState['info'];
  features: Readonly<Record<string, boolean | undefined>>;
}): FlightRecording {
  const { trace, info, features } = from;
  return {
    format: FORMAT,
    version: VERSION,
    device: { modelNo: info?.hw_model_no, firmware: info?.fw_version },
    features: Object.keys(features).filter((name) => features[name] === true),
    trace,
  };
}

/** Reads a recording, or a bare trace as the settings page saves it. Never throws; undefined for anything else. */
export function readFlightRecording(text: string): FlightRecording | undefined {
  const file = parseJsonObject(text);
  if (!file) return undefined;
  if (file['format'] !== FORMAT) {
    const trace = readTraceExport(file);
    return trace && { format: FORMAT, version: VERSION, device: {}, features: [], trace };
  }
  const trace = readTraceExport(file['trace']);
  if (file['version'] !== VERSION || !trace) return undefined;
  const { modelNo, firmware } = isJsonObject(file['device']) ? file['device'] : {};
  const features = Array.isArray(file['features']) ? file['features'] : [];
  return {
    format: FORMAT,
    version: VERSION,
    device: {
      ...(typeof modelNo === 'number' && { modelNo }),
      ...(typeof firmware === 'string' && { firmware }),
    },
    features: features.filter((name) => typeof name === 'string'),
    trace,
  };
}

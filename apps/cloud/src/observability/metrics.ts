import type { EventName } from '@tactus/protocol';
import type { Time } from '@tactus/time';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** One answered request, as it is counted. */
export interface AnsweredRequest {
  /** A call of the contract, or the route's pattern. */
  readonly call: string;
  readonly status: number;
  /** Code of the refusal inside the answer; undefined: none. */
  readonly refusal: number | undefined;
  /** Undefined for a stream: how long it lived says nothing. */
  readonly seconds: number | undefined;
}

/** What the cloud counts, for `/metrics`. */
export interface Metrics {
  answered(request: AnsweredRequest): void;
  sent(event: EventName, streams: number): void;
  /** Everything in the text format of Prometheus. */
  text(): Promise<string>;
  readonly contentType: string;
}

/** What is not counted but looked up when somebody asks. */
interface Levels {
  readonly streams: () => number;
  readonly devices: () => { connected: number; offline: number };
}

const LATENCY_BUCKETS_S = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

export function createMetrics({ streams, devices }: Levels, time: Time): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const requests = new Counter({
    name: 'tactus_requests_total',
    help: 'Answered requests, by call, HTTP status and code of the refusal inside the answer',
    labelNames: ['call', 'status', 'refusal'] as const,
    registers,
  });
  const latency = new Histogram({
    name: 'tactus_request_seconds',
    help: 'Time from a request to its answer, by call',
    labelNames: ['call'] as const,
    buckets: LATENCY_BUCKETS_S,
    registers,
  });
  const events = new Counter({
    name: 'tactus_events_sent_total',
    help: 'Events sent, one for each stream that one went to',
    labelNames: ['event'] as const,
    registers,
  });
  new Gauge({
    name: 'tactus_open_streams',
    help: 'Open event streams',
    registers,
    collect() {
      this.set(streams());
    },
  });
  new Gauge({
    name: 'tactus_devices',
    help: 'Devices with a link to this cloud',
    labelNames: ['state'] as const,
    registers,
    collect() {
      const { connected, offline } = devices();
      this.set({ state: 'connected' }, connected);
      this.set({ state: 'offline' }, offline);
    },
  });
  new Gauge({
    name: 'process_resident_memory_bytes',
    help: 'Memory that the process holds',
    registers,
    collect() {
      this.set(process.memoryUsage.rss());
    },
  });
  new Gauge({
    name: 'process_cpu_seconds_total',
    help: 'Processor time that the process used',
    registers,
    collect() {
      const { user, system } = process.cpuUsage();
      this.set((user + system) / 1e6);
    },
  });
  new Gauge({
    name: 'tactus_uptime_seconds',
    help: 'Time since this cloud started',
    registers,
    collect: uptime(time),
  });

  return {
    contentType: registry.contentType,
    text: () => registry.metrics(),
    answered({ call, status, refusal, seconds }) {
      requests.inc({ call, status, refusal: refusal ?? '' });
      if (seconds !== undefined) latency.observe({ call }, seconds);
    },
    sent: (event, reached) => events.inc({ event }, reached),
  };
}

function uptime(time: Time) {
  const startedAt = time.monotonic();
  return function collect(this: Gauge) {
    this.set((time.monotonic() - startedAt) / 1_000);
  };
}

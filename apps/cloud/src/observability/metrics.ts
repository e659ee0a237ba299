import type { EventName } from '@tactus/protocol';
import type { Time } from '@tactus/time';
import { Counter, Gauge, Registry } from 'prom-client';
import { type AnsweredRequestLabels, createAnswerCounts } from './answer-counts.ts';

/** The cloud's metrics, for `/metrics`. */
export interface Metrics {
  answered(request: AnsweredRequestLabels): void;
  sent(event: EventName, streams: number): void;
  /** A lease ended; `end` is the reason. */
  leaseEnded(end: string): void;
  /** Everything in the text format of Prometheus. */
  text(): Promise<string>;
  readonly contentType: string;
}

/** Values that are not counted but read when the metrics are. */
interface Levels {
  readonly streams: () => number;
  readonly devices: () => { connected: number; offline: number };
  /** Number of held leases. */
  readonly leases: () => number;
}

/** Registers the metrics, all at 0. */
export function createMetrics({ streams, devices, leases }: Levels, time: Time): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const answers = createAnswerCounts();
  const sent = new Map<EventName, number>();
  new Counter({
    name: 'tactus_events_sent_total',
    help: 'Events sent, one for each stream that one went to',
    labelNames: ['event'] as const,
    registers,
    collect() {
      this.reset();
      for (const [event, times] of sent) this.inc({ event }, times);
    },
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
  const leasesEnded = new Counter({
    name: 'tactus_leases_ended_total',
    help: 'Leases that ended: ran out, let go, or taken over',
    labelNames: ['end'] as const,
    registers,
  });
  new Gauge({
    name: 'tactus_leases',
    help: 'Leases that are held',
    registers,
    collect() {
      this.set(leases());
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
    text: async () => `${answers.text()}\n${await registry.metrics()}`,
    answered: answers.count,
    sent: (event, reached) => void sent.set(event, (sent.get(event) ?? 0) + reached),
    leaseEnded: (end) => leasesEnded.inc({ end }),
  };
}

function uptime(time: Time) {
  const startedAt = time.monotonic();
  return function collect(this: Gauge) {
    this.set((time.monotonic() - startedAt) / 1_000);
  };
}

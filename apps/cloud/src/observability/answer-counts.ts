/** One answered request, for counting. */
export interface AnsweredRequestLabels {
  /** A call of the contract, or the route's pattern. */
  readonly call: string;
  readonly status: number;
  /** Code of the refusal inside the answer; undefined: none. */
  readonly refusal: number | undefined;
  /** Undefined for a stream, whose duration means nothing here. */
  readonly seconds: number | undefined;
}

/**
 * Counts every answer in plain numbers. prom-client builds a text of the labels for each count, which costs more time than
 * many a call; here that is done when the metrics are read.
 */
export interface AnswerCounts {
  count(answered: AnsweredRequestLabels): void;
  /** Both metrics in the text format of Prometheus. */
  text(): string;
}

const LATENCY_BUCKETS_S = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

const HEAD_OF_REQUESTS = `# HELP tactus_requests_total Answered requests, by call, HTTP status and code of the refusal inside the answer
# TYPE tactus_requests_total counter`;
const HEAD_OF_LATENCY = `# HELP tactus_request_seconds Time from a request to its answer, by call
# TYPE tactus_request_seconds histogram`;

/** Number of a call's answers with one result. */
interface Outcome {
  readonly status: number;
  readonly refusal: number | undefined;
  times: number;
}

/** Counts of one call. */
interface OfCall {
  readonly outcomes: Outcome[];
  /** Answers in each bucket alone; the last is for those above all bounds. */
  readonly buckets: number[];
  timed: number;
  seconds: number;
}

/** Returns counts of answered requests, all at 0. */
export function createAnswerCounts(): AnswerCounts {
  const calls = new Map<string, OfCall>();

  function ofCall(call: string): OfCall {
    let known = calls.get(call);
    if (!known) {
      const buckets = new Array<number>(LATENCY_BUCKETS_S.length + 1).fill(0);
      known = { outcomes: [], buckets, timed: 0, seconds: 0 };
      calls.set(call, known);
    }
    return known;
  }

  return {
    count({ call, status, refusal, seconds }) {
      const of = ofCall(call);
      countOutcome(of.outcomes, status, refusal);
      if (seconds === undefined) return;
      let bucket = 0;
      while (seconds > (LATENCY_BUCKETS_S[bucket] ?? Number.POSITIVE_INFINITY)) bucket += 1;
      of.buckets[bucket] = (of.buckets[bucket] ?? 0) + 1;
      of.timed += 1;
      of.seconds += seconds;
    },
    text() {
      const all = [...calls];
      const requests = all.flatMap(([call, { outcomes }]) => outcomes.map((outcome) => requestLine(call, outcome)));
      const latency = all.filter(([, { timed }]) => timed > 0).flatMap(([call, of]) => latencyLines(call, of));
      return [HEAD_OF_REQUESTS, ...requests, '', HEAD_OF_LATENCY, ...latency, ''].join('\n');
    },
  };
}

/** A call has few results: a list is quicker than any look-up. */
function countOutcome(outcomes: Outcome[], status: number, refusal: number | undefined): void {
  for (const outcome of outcomes) {
    if (outcome.status !== status || outcome.refusal !== refusal) continue;
    outcome.times += 1;
    return;
  }
  outcomes.push({ status, refusal, times: 1 });
}

const requestLine = (call: string, { status, refusal, times }: Outcome): string =>
  `tactus_requests_total{call="${quoted(call)}",status="${status}",refusal="${refusal ?? ''}"} ${times}`;

function latencyLines(call: string, { buckets, timed, seconds }: OfCall): readonly string[] {
  const label = `call="${quoted(call)}"`;
  let sum = 0;
  const lines = buckets.map((times, index) => {
    sum += times;
    return `tactus_request_seconds_bucket{le="${LATENCY_BUCKETS_S[index] ?? '+Inf'}",${label}} ${sum}`;
  });
  return [
    ...lines,
    `tactus_request_seconds_sum{${label}} ${seconds}`,
    `tactus_request_seconds_count{${label}} ${timed}`,
  ];
}

const quoted = (label: string): string => label.replace(/[\\"]/g, '\\$&').replace(/\n/g, '\\n');

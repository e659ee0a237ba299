/** One figure of a benchmark, in the printed form: one JSON line. */
export interface Row {
  /** The measured quantity, as a sentence without a full stop. */
  readonly row: string;
  readonly value: number;
  readonly unit: string;
  /** The same figure of the reference, measured in the same run; null where there is none. */
  readonly reference: number | null;
  /** value / reference; null without a reference. */
  readonly ratio: number | null;
  /** The limit of value and ratio, e.g. `value <= 165`. */
  readonly limit: string;
  /** Whether the limit is met. */
  readonly holds: boolean;
}

/** The exports of a file directly under bench/. */
export interface Benchmark {
  /** Measures, and yields each row as soon as it is known. */
  readonly rows: () => AsyncIterable<Row>;
  /** The benchmark uses the built app: the runner builds it first where it is stale. */
  readonly needsApp?: true;
  /** The benchmark opens pages: the runner finds or installs Chromium first. */
  readonly needsBrowser?: true;
}

/** A figure and its bounds. At least one bound is needed. */
export interface Measured {
  readonly row: string;
  readonly value: number;
  readonly unit: string;
  readonly reference?: number;
  readonly bounds: {
    readonly atLeast?: number;
    readonly atMost?: number;
    /** Bounds on value / reference. */
    readonly ratioAtLeast?: number;
    readonly ratioAtMost?: number;
  };
}

/**
 * Checks a figure against its bounds. Throws a RangeError without a bound, and for a bound on the ratio where there is
 * no reference. A value that is no number meets no bound.
 */
export function toRow({ row, value, unit, reference, bounds }: Measured): Row {
  const ratio = reference === undefined ? null : value / reference;
  const checks = [
    bound('value', '>=', value, bounds.atLeast),
    bound('value', '<=', value, bounds.atMost),
    bound('ratio', '>=', ratio, bounds.ratioAtLeast),
    bound('ratio', '<=', ratio, bounds.ratioAtMost),
  ].filter((check) => check !== undefined);
  if (checks.length === 0) throw new RangeError(`'${row}' has no bound`);
  return {
    row,
    value,
    unit,
    reference: reference ?? null,
    ratio,
    limit: checks.map((check) => check.text).join(' and '),
    holds: checks.every((check) => check.holds),
  };
}

function bound(of: 'value' | 'ratio', sign: '<=' | '>=', figure: number | null, limit: number | undefined) {
  if (limit === undefined) return undefined;
  if (figure === null) throw new RangeError('A bound on the ratio needs a reference');
  return { text: `${of} ${sign} ${limit}`, holds: sign === '<=' ? figure <= limit : figure >= limit };
}

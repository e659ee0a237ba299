/** A request without an answer yet: the state slice it reads or changes, and the version of that slice when it was sent. */
export interface PendingSliceRequest {
  readonly slice: string | undefined;
  readonly version: number;
}

/**
 * What to do with an answer: `fresh` is applied; `overtaken` came after an event, and is read again if it differs;
 * `superseded` came while a newer request is pending, whose answer decides.
 */
export type AnswerFreshness = 'fresh' | 'overtaken' | 'superseded';

interface Row {
  version: number;
  /** Versions of the pending requests. */
  open: Set<number>;
  /** Whether an answer was dropped in favour of a newer request. */
  passedOver: boolean;
}

/**
 * Counts the requests and events of each state slice: an answer applies only if no event and no newer request of its
 * slice came after the request was sent.
 */
export function createFreshnessTracker() {
  const rows = new Map<string, Row>();

  function rowOf(slice: string): Row {
    const row = rows.get(slice) ?? { version: 0, open: new Set(), passedOver: false };
    rows.set(slice, row);
    return row;
  }

  function close({ slice, version }: PendingSliceRequest): Row | undefined {
    const row = slice === undefined ? undefined : rows.get(slice);
    row?.open.delete(version);
    return row;
  }

  return {
    /** Registers a request that is sent. */
    sent(slice: string | undefined): PendingSliceRequest {
      if (slice === undefined) return { slice, version: 0 };
      const row = rowOf(slice);
      row.version += 1;
      row.open.add(row.version);
      return { slice, version: row.version };
    },
    /** An event changed the slice. */
    changed(slice: string): void {
      rowOf(slice).version += 1;
    },
    /** Registers an answer. */
    answered(question: PendingSliceRequest): AnswerFreshness {
      const row = close(question);
      if (!row || row.version === question.version) {
        if (row) row.passedOver = false;
        return 'fresh';
      }
      if ([...row.open].some((version) => version > question.version)) {
        row.passedOver = true;
        return 'superseded';
      }
      return 'overtaken';
    },
    /** Registers a request without an answer. True when an older answer was dropped for it: the slice has to be read again. */
    failed(question: PendingSliceRequest): boolean {
      const row = close(question);
      if (!row?.passedOver || row.open.size > 0) return false;
      row.passedOver = false;
      return true;
    },
    /** Drops every pending request. */
    forget(): void {
      rows.clear();
    },
  };
}

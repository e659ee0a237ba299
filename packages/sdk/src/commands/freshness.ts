/** A question under way: which concern it is about, and which version of that concern it saw last. */
export interface Question {
  readonly concern: string | undefined;
  readonly version: number;
}

/**
 * What an answer is worth: `fresh` is to be applied; `overtaken` came after an event, and has to be read again where it
 * says something else; `superseded` came while a newer question is under way, whose answer decides.
 */
export type Verdict = 'fresh' | 'overtaken' | 'superseded';

interface Row {
  version: number;
  /** Versions of the questions that are under way. */
  open: Set<number>;
  /** Whether an answer was passed over in favour of a newer question. */
  passedOver: boolean;
}

/**
 * Keeps book of questions and events per concern: an answer applies only if no event and no newer question of its
 * concern came after it was asked (design/architecture.md, "One command, all the way").
 */
export function createFreshness() {
  const rows = new Map<string, Row>();

  function rowOf(concern: string): Row {
    const row = rows.get(concern) ?? { version: 0, open: new Set(), passedOver: false };
    rows.set(concern, row);
    return row;
  }

  function close({ concern, version }: Question): Row | undefined {
    const row = concern === undefined ? undefined : rows.get(concern);
    row?.open.delete(version);
    return row;
  }

  return {
    /** A question is sent. */
    asked(concern: string | undefined): Question {
      if (concern === undefined) return { concern, version: 0 };
      const row = rowOf(concern);
      row.version += 1;
      row.open.add(row.version);
      return { concern, version: row.version };
    },
    /** An event changed the concern. */
    heard(concern: string): void {
      rowOf(concern).version += 1;
    },
    /** The answer came. */
    answered(question: Question): Verdict {
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
    /** No answer came. True when an older answer was passed over for it, so that the concern has to be read again. */
    failed(question: Question): boolean {
      const row = close(question);
      if (!row?.passedOver || row.open.size > 0) return false;
      row.passedOver = false;
      return true;
    },
    /** Forgets every question. */
    forget(): void {
      rows.clear();
    },
  };
}

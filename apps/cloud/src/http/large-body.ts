import type { ParsedCallBody } from '../parsing/parse-job.ts';

/** The body of a call that was so large that another thread read it. */
export class LargeBody {
  readonly read: ParsedCallBody;

  constructor(read: ParsedCallBody) {
    this.read = read;
  }
}

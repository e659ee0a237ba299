import type { ReadCall } from '../parsing/parse-job.ts';

/** The body of a call that was so large that another thread read it. */
export class LargeBody {
  readonly read: ReadCall;

  constructor(read: ReadCall) {
    this.read = read;
  }
}

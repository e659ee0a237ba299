import type { ParsedCallInput } from '../parsing/parse-job.ts';

/** The body of a call that was so large that another thread read it. */
export class ThreadParsedBody {
  readonly read: ParsedCallInput;

  constructor(read: ParsedCallInput) {
    this.read = read;
  }
}

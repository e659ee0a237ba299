/**
 * Why something was not read: it is no script or not JSON, holds more than is taken, took too long, needed too much memory, too much
 * is waiting to be read already, or its sender has used up what one may have read in an hour.
 */
export type ParseRefusalReason = 'invalid' | 'too-large' | 'too-slow' | 'too-heavy' | 'busy' | 'over-limit';

/** A refusal to read something, with a sentence for whoever sent it. */
export class ParseRefusal extends Error {
  override readonly name = 'ParseRefusal';
  readonly reason: ParseRefusalReason;
  /** When to try again, in ms; 0: the same would be refused then, too. */
  readonly retryMs: number;

  constructor(reason: ParseRefusalReason, message: string, retryMs = 0) {
    super(message);
    this.reason = reason;
    this.retryMs = retryMs;
  }
}

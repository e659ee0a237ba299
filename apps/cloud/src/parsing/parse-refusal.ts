/**
 * Why input was refused: it is no script or not JSON, holds more than is accepted, took too long, needed too much memory, too
 * many jobs wait already, or its sender has used up the hourly limit.
 */
export type ParseRefusalReason = 'invalid' | 'too-large' | 'too-slow' | 'too-heavy' | 'busy' | 'over-limit';

/** A refusal of input, with a sentence for its sender. */
export class ParseRefusal extends Error {
  override readonly name = 'ParseRefusal';
  readonly reason: ParseRefusalReason;
  /** When to try again, in ms; 0: the same input would be refused again. */
  readonly retryMs: number;

  constructor(reason: ParseRefusalReason, message: string, retryMs = 0) {
    super(message);
    this.reason = reason;
    this.retryMs = retryMs;
  }
}

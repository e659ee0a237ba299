/**
 * Why something was not read: it is no script or not JSON, holds more than is taken, took too long, needed too much memory, or
 * too much is waiting to be read already.
 */
export type ParseRefusalReason = 'invalid' | 'too-large' | 'too-slow' | 'too-heavy' | 'busy';

/** A refusal to read something, with a sentence for whoever sent it. */
export class ParseRefusal extends Error {
  override readonly name = 'ParseRefusal';
  readonly reason: ParseRefusalReason;

  constructor(reason: ParseRefusalReason, message: string) {
    super(message);
    this.reason = reason;
  }
}

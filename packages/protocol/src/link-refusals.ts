/** Why the cloud ends a device link: the code in the frame, the WebSocket's close code, and the device's next step. */
export interface LinkRefusal {
  readonly code: string;
  readonly closeCode: number;
  readonly message: string;
  /** Whether trying again with the same key and secret is of no use. */
  readonly isFinal: boolean;
  /** The shortest wait before the next try, in ms. */
  readonly retryAfterMs?: number;
}

/** Every reason for which the cloud ends a device link (docs/device-link.md). */
export const linkRefusals = {
  badHello: {
    code: 'bad-hello',
    closeCode: 4400,
    message: 'The first frame must be a hello',
    isFinal: true,
  },
  lateHello: {
    code: 'late-hello',
    closeCode: 4408,
    message: 'No hello came within 5 s',
    isFinal: false,
    retryAfterMs: 1_000,
  },
  notEnrolled: {
    code: 'not-enrolled',
    closeCode: 4401,
    message: 'There is no such connection key, or the secret is not its own',
    isFinal: true,
  },
  takenOver: {
    code: 'taken-over',
    closeCode: 4409,
    message: 'Another connection with the same key and secret has taken over',
    isFinal: true,
  },
  ended: { code: 'ended', closeCode: 4410, message: 'The connection key was given up', isFinal: true },
  unsupportedVersion: {
    code: 'unsupported-version',
    closeCode: 4426,
    message: 'This server speaks version 1 of the device link',
    isFinal: true,
  },
  badFrame: {
    code: 'bad-frame',
    closeCode: 4422,
    message: 'A frame broke the order of events, was not text, or came when it should not',
    isFinal: false,
    retryAfterMs: 5_000,
  },
  tooManyAttempts: {
    code: 'too-many-attempts',
    closeCode: 4429,
    message: 'Too many failed attempts from this address; try again later',
    isFinal: false,
    retryAfterMs: 60_000,
  },
  full: {
    code: 'full',
    closeCode: 4503,
    message: 'This server has no room for another link at the moment',
    isFinal: false,
    retryAfterMs: 30_000,
  },
  closing: {
    code: 'closing',
    closeCode: 4500,
    message: 'This server is closing',
    isFinal: false,
    retryAfterMs: 1_000,
  },
} as const satisfies Record<string, LinkRefusal>;

const finalCodes: ReadonlySet<string> = new Set(
  Object.values(linkRefusals).flatMap(({ code, isFinal }) => (isFinal ? [code] : [])),
);

/** Whether a refusal means that trying again is of no use; an unknown code does not mean that. */
export const isFinalLinkRefusal = (code: string): boolean => finalCodes.has(code);
